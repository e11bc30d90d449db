// Body of a function: returns a digest of 32 bits of all that the page has for each of the positions `from` to `to` among
// every `step`-th position of a rule set. `digest` in agreement.rs computes the same from the library.
const [rules, step, from, to] = arguments;
window.allPositions ??= {};
const positions = (window.allPositions[rules] ??= Tourne.positions(rules).filter((_, at) => at % step === 0));
const double = new Float64Array(1);
const halves = new Int32Array(double.buffer);
// Words are kept and then digested in one loop, where the digest is a plain integer and not a number on the heap.
const words = new Int32Array(10_000);
let count = 0;
const text = (value) => {
    for (let at = 0; at < value.length; at++) {
        words[count++] = value.charCodeAt(at);
    }
    words[count++] = 0;
};
const number = (value) => {
    double[0] = value;
    words[count++] = halves[0];
    words[count++] = halves[1];
};
const digested = () => {
    let digest = 0x811c9dc5 | 0;
    for (let at = 0; at < count; at++) {
        digest = Math.imul(digest ^ words[at], 0x01000193);
        digest ^= digest >>> 15;
    }
    return digest >>> 0;
};
const say = (position) => {
    text(position);
    number(Tourne.value(rules, position));
    for (let die = 1; die <= 6; die++) {
        for (const { move, position: next } of Tourne.moves(rules, position, die)) {
            text(move);
            text(next);
        }
        words[count++] = 1;
        for (const { move, position: next, value, loss } of Tourne.best(rules, position, die)) {
            text(move);
            text(next);
            number(value);
            number(loss);
        }
        const card = Tourne.card(rules, position, die);
        text(card ? card.move : "");
        words[count++] = card ? card.line : 0;
    }
};
return positions.slice(from, to).map((position) => {
    count = 0;
    try {
        say(position);
    } catch {
        // An error gives a digest of its own, so that the test fails and asks about this position once more.
        words[count++] = -1;
    }
    return digested();
});
