// Body of a function: returns the moves, values and card's moves that the page has for one position of a rule set, in
// lines. `account` in agreement.rs writes the same lines from the library.
const [rules, at] = arguments;
const position = Tourne.positions(rules)[at];
const number = (value) => (Object.is(value, -0) ? "-" : "") + value.toExponential(16).replace("e+", "e");
const lines = [`${position}`];
try {
    lines.push(`value ${number(Tourne.value(rules, position))}`);
    for (let die = 1; die <= 6; die++) {
        for (const { move, position: next } of Tourne.moves(rules, position, die)) {
            lines.push(`moves, die ${die}: ${move} ${next}`);
        }
        for (const { move, position: next, value, loss } of Tourne.best(rules, position, die)) {
            lines.push(`best, die ${die}: ${move} ${next} value ${number(value)} loss ${number(loss)}`);
        }
        const card = Tourne.card(rules, position, die);
        if (card) {
            lines.push(`card, die ${die}: ${card.move} line ${card.line}`);
        }
    }
} catch (error) {
    lines.push(`${error}`);
}
return lines;
