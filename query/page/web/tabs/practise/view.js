// Practise: what stands where.

/** @import { View } from "../../view/app.js" */
import { freshSeed, Randomness } from "../../rules/dice.js";
import { practiseBelow, practiseBeside, practisePanel, practiseSays, practiseTools } from "./panels.js";
import { answerQuestion, askQuestion, choosingInPractice, practice, practicePicture, practiseAddress } from "./practice.js";
import { app } from "../../view/app.js";
import { choosingHandlers } from "../../view/choosing.js";

/** @type {View} */
export const practiseView = {
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
