// Rules: what stands where.

import type { View } from "../../view/app.ts";
import { aboutNumbers, costs, pictures, presets, sections, worths } from "./panels.ts";
import { T } from "../../texts/language.ts";
import { app } from "../../view/app.ts";
import { drawCard } from "../../view/card-view.ts";
import { make } from "../../view/elements.ts";
import { addressOf } from "../../view/shell.ts";

export const rulesView: View = {
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
