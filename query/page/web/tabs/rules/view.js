// Rules: what stands where.

/** @import { View } from "../../view/app.js" */
import { aboutNumbers, costs, pictures, presets, sections, worths } from "./panels.js";
import { T } from "../../texts/language.js";
import { app } from "../../view/app.js";
import { drawCard } from "../../view/card-view.js";
import { make } from "../../view/elements.js";
import { addressOf } from "../../view/shell.js";

/** @type {View} */
export const rulesView = {
  places() {
    const { rules } = app;
    return {
      account: [
        make("h2", { class: "title" }, T.rulesPage.title),
        make("p", { class: "lead" }, T.rulesPage.intro),
        pictures(rules),
        drawCard(rules, -1, "h3"),
        sections(rules),
        presets(),
        worths(),
        costs(),
        aboutNumbers(),
        make("p", {}, make("a", { href: addressOf({ mode: "play" }), class: "way primary" }, T.analyse.playGame)),
      ],
    };
  },
};
