// Analyse: what stands where.

/** @import { Man } from "../../rules/rules.js" */
/** @import { View } from "../../view/app.js" */
import { endTable } from "../../facts/ends.js";
import { hasEntryDuty, OFF, OWING, sorted } from "../../rules/rules.js";
import {
  analyseAddress, analyseHandlers, analysis, analysisFaults, analysisPicture, offerAnalysis, offerLine,
} from "./analysis.js";
import { linePanel } from "./line-panel.js";
import { Line } from "./line.js";
import {
  analyseTools, endFacts, faultList, findLengths, heatPanel, hitFacts, movePanel, positionForm, showEnds, throwChooser,
} from "./panels.js";
import { T } from "../../texts/language.js";
import { app } from "../../view/app.js";

/** @type {View} */
export const analyseView = {
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
    const free = (/** @type {Man[]} */ men) => sorted(men.map((man) => (man === OWING && !hasEntryDuty(app.rules) ? OFF : man)));
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
