// Analyse: what stands where.

import type { Man } from "../../rules/rules.ts";
import type { View } from "../../view/app.ts";
import { endTable } from "../../facts/ends.ts";
import { hasEntryDuty, OFF, OWING, sorted } from "../../rules/rules.ts";
import {
  analyseAddress, analyseHandlers, analysis, analysisFaults, analysisPicture, offerAnalysis, offerLine,
} from "./analysis.ts";
import { linePanel } from "./line-panel.ts";
import { Line } from "./line.ts";
import {
  analyseTools, endFacts, faultList, findLengths, heatPanel, hitFacts, movePanel, positionForm, showEnds, throwChooser,
} from "./panels.ts";
import { T } from "../../texts/language.ts";
import { app } from "../../view/app.ts";

export const analyseView: View = {
  picture: analysisPicture,
  handlers: analyseHandlers,
  places() {
    const faults = analysisFaults();
    const isOver = analysis.line.isOver && !analysis.isSettingUp;
    return {
      says: throwChooser(),
      tools: analyseTools(),
      list: [
        ...(isOver ? [] : faults.length > 0 ? faultList() : analysis.isSettingUp || analysis.picked ? heatPanel() : movePanel()),
        linePanel(),
      ],
      account: [faults.length === 0 && hitFacts(), faults.length === 0 && endFacts(), ...positionForm()],
    };
  },
  shown() {
    const isPosition = analysisFaults().length === 0;
    if (isPosition && !analysis.ends) {
      const { solution } = app;
      void endTable(solution).then((table) => {
        if (app.opened === solution) {
          analysis.ends = table;
          showEnds();
        }
      });
    } else if (isPosition) {
      void findLengths();
    }
  },
  changeRules() {
    analysis.ends = null;
    analysis.lengths = { of: "", found: null };
    analysis.picked = null;
    const { seat, position, dice } = analysis.line;
    // Men that owe their entry exist only where there is a duty to enter.
    const free = (men: Man[]) => sorted(men.map((man) => (man === OWING && !hasEntryDuty(app.rules) ? OFF : man)));
    const isOneTooMany = app.rules.oneDie && dice.length > 1;
    const setup = { own: free(position.own), other: free(position.other) };
    analysis.line = new Line(app.rules, seat, setup, [], 0, isOneTooMany ? [] : dice);
    analysis.selected = null;
    analysis.isSettingUp = analysisFaults().length > 0;
  },
  leave() {
    analysis.pointed = null;
  },
  leaveRules(rules) {
    const { position } = analysis.line;
    if (!hasEntryDuty(rules) && [...position.own, ...position.other].includes(OWING)) {
      offerAnalysis(T.undo.owing);
    } else {
      offerLine();
    }
  },
  address: analyseAddress,
};
