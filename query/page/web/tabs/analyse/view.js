// Analyse: what stands where.

/** @import { View } from "../../view/app.js" */
import { endTable } from "../../facts/ends.js";
import { hasEntryDuty, OFF, OWING, sorted } from "../../rules/rules.js";
import {
  analyseAddress, analysedMoves, analyseHandlers, analysis, analysisFaults, analysisPicture, offerSetUp,
} from "./analysis.js";
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
    if (faults.length === 0 && analysis.dice.length > 0 && analysis.selected === null && !analysis.isSettingUp) {
      analysis.selected = analysedMoves()[0].move;
    }
    return {
      says: throwChooser(),
      tools: analyseTools(),
      list: faults.length > 0 ? faultList() : analysis.isSettingUp || analysis.picked ? heatPanel() : movePanel(),
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
    if (app.rules.oneDie && analysis.dice.length > 1) {
      analysis.dice = [];
    }
    // Men that owe their entry exist only where there is a duty to enter.
    if (!hasEntryDuty(app.rules)) {
      analysis.light = sorted(analysis.light.map((man) => (man === OWING ? OFF : man)));
      analysis.dark = sorted(analysis.dark.map((man) => (man === OWING ? OFF : man)));
    }
    analysis.selected = null;
    analysis.isSettingUp = analysisFaults().length > 0;
  },
  leave() {
    analysis.pointed = null;
  },
  leaveRules(rules) {
    if (!hasEntryDuty(rules) && [...analysis.light, ...analysis.dark].includes(OWING)) {
      offerSetUp(T.undo.owing);
    }
  },
  address: analyseAddress,
};
