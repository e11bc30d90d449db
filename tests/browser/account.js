// Body of a function: what the page says of a position of a rule set, in lines. The same as `account` in agreement.rs.
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
