// Settings of a game that are on or off, and the pace.

import { remember } from "../../records/memory.ts";
import { playing, settings } from "./playing.ts";
import { proceed } from "./steps.ts";
import { T } from "../../texts/language.ts";
import { app } from "../../view/app.ts";
import { choice, make } from "../../view/elements.ts";
import { motion } from "../../view/motion.ts";
import { isSounding, sound } from "../../view/sound.ts";

export function paceChoice() {
  const paces: [string, string][] = [
    ["calm", T.play.paces.calm],
    ["brisk", T.play.paces.brisk],
    ["instant", T.play.paces.instant],
  ];
  return choice(
    T.play.pace,
    paces,
    motion.pace,
    (value) => {
      motion.pace = value;
      remember("pace", value);
      if (playing.game) {
        proceed();
      }
    },
    "pace",
  );
}

/** A setting that is on or off: its text, its state, and the name under which it is stored, if it is stored. */
type Toggle = { label: () => string; isOn: () => boolean; turn: (isOn: boolean) => void; name?: string };
const TOGGLES: Record<"show-chances" | "show-bar" | "tutor" | "touch-move" | "forcing" | "sound", Toggle> = {
  "show-chances": {
    label: () => T.play.showChances,
    isOn: () => settings.showsChances,
    turn: (isOn) => (settings.showsChances = isOn),
  },
  "show-bar": {
    label: () => T.play.showBar,
    isOn: () => settings.showsBar,
    turn: (isOn) => (settings.showsBar = isOn),
    name: "bar",
  },
  tutor: {
    label: () => T.tutor.title,
    isOn: () => settings.isTutored,
    turn: (isOn) => (settings.isTutored = isOn),
    name: "tutor",
  },
  "touch-move": {
    label: () => T.play.touchMove,
    isOn: () => settings.isTouchMove,
    turn: (isOn) => (settings.isTouchMove = isOn),
  },
  forcing: {
    label: () => T.play.forcing,
    isOn: () => settings.isForcing,
    turn: (isOn) => {
      settings.isForcing = isOn;
      if (playing.game) {
        proceed();
      }
    },
    name: "forcing",
  },
  sound: { label: () => T.play.sound, isOn: isSounding, turn: () => sound("man"), name: "sound" },
};

export function toggle(key: keyof typeof TOGGLES) {
  const { label, isOn, turn, name } = TOGGLES[key];
  const input = make("input", { type: "checkbox", checked: isOn(), "data-key": key });
  input.addEventListener("change", () => {
    if (name) {
      remember(name, input.checked ? "yes" : "no");
    }
    turn(input.checked);
    app.show();
  });
  return make("label", { class: "check" }, input, label());
}
