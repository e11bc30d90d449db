// Body of a function: digests of what the page says of positions `from` to `to` of a rule set, a number of 32 bits each.
// The same as `Digest` in agreement.rs.
const [rules, from, to] = arguments;
window.allPositions ??= {};
const positions = (window.allPositions[rules] ??= Tourne.positions(rules));
const double = new Float64Array(1);
const halves = new Uint32Array(double.buffer);
let digest = 0;
const word = (value) => {
    digest = Math.imul(digest ^ value, 0x01000193);
    digest ^= digest >>> 15;
};
const text = (value) => {
    for (let at = 0; at < value.length; at++) {
        word(value.charCodeAt(at));
    }
    word(0);
};
const number = (value) => {
    double[0] = value;
    word(halves[0]);
    word(halves[1]);
};
return positions.slice(from, to).map((position) => {
    digest = 0x811c9dc5 | 0;
    text(position);
    number(Tourne.value(rules, position));
    for (let die = 1; die <= 6; die++) {
        for (const { move, position: next } of Tourne.moves(rules, position, die)) {
            text(move);
            text(next);
        }
        word(1);
        for (const { move, position: next, value, loss } of Tourne.best(rules, position, die)) {
            text(move);
            text(next);
            number(value);
            number(loss);
        }
        word(2);
    }
    return digest >>> 0;
});
