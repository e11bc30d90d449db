// Practise: what stands where.

import type { View } from "../../view/app.ts";
import { freshSeed, Randomness } from "../../rules/dice.ts";
import { practiseBelow, practiseBeside, practisePanel, practiseSays, practiseTools } from "./panels.ts";
import { answerQuestion, askQuestion, choosingInPractice, practice, practicePicture, practiseAddress } from "./practice.ts";
import { app } from "../../view/app.ts";
import { choosingHandlers } from "../../view/choosing.ts";

export const practiseView: View = {
  picture: practicePicture,
  handlers: choosingHandlers(choosingInPractice, answerQuestion, practice),
  places() {
    const { question } = practice;
    return question
      ? {
          says: practiseSays(question),
          tools: practiseTools(question),
          list: practisePanel(question),
          account: [...practiseBeside(), ...practiseBelow(question)],
        }
      : {};
  },
  enter() {
    if (!practice.question) {
      practice.randomness = new Randomness(freshSeed());
      askQuestion();
    }
  },
  address: practiseAddress,
  changeRules() {
    practice.answer = null;
    practice.question = null;
    if (app.mode === "practise") {
      askQuestion();
    }
  },
};
