"""Forges certificates and checks that check_certificate.py refuses each of them for the right reason.

  python3 tests/forge_certificates.py CERTIFICATE [SOLUTION ...]

CERTIFICATE is a valid certificate of the standard game. It is read and checked once; each forgery alters it in memory.
Each SOLUTION is a forged solution file: its first fault is printed, one line for each file. The first forgery that is
accepted, or refused for another reason, ends the program with one line on standard error and exit code 1.
"""
import io
import sys

import check_certificate
from read_certificate import Claims
from read_solution import Problem, run

SOME = "04h/007"
FIRST, NEVER = "000/000", ["000/01h", "000/1hh", "00h/001", "0hh/001", "1hh/002"]  # those that vouch for each other


def refusal(of, *arguments):
    """The reason, in one line, for which the check `of` refuses these arguments."""
    try:
        of(*arguments)
    except Problem as problem:
        assert "\n" not in str(problem), problem
        return str(problem)
    return "it is not refused"


def altered(claims, names, **fields):
    """Claims with altered `fields`: a function for each field makes the new value from the claim of a position. `names` are
    the positions to alter; all if there are none."""
    of = {name: Claims(*each) for name, *each in zip(claims.name, *claims)}
    for name in names or claims.name:
        of[name] = of[name]._replace(**{field: make(of[name]) for field, make in fields.items()})
    return Claims(*map(list, zip(*of.values())))


def forgeries(rules, claims):
    """Claims that the check must refuse, each with texts that the refusal must contain."""
    # Some position far from the start in whose place others would be named first.
    yield altered(claims, [SOME], value=lambda claim: claim.value + 2 * claim.slack + 1), [": "]
    others = lambda claim: ["x" if best == "0" else "0" for best in claim.best]
    yield altered(claims, [SOME], best=others), [SOME, "with a "]
    yield altered(claims, [SOME], rank=lambda _: 0), [SOME, "not shown to end"]
    yield altered(claims, [SOME], slack=lambda _: -1), [SOME, "slack is negative"]
    yield altered(claims, [SOME], depth=lambda _: None), [SOME, "said not to arise"]
    yield altered(claims, [SOME], kind=lambda _: claims.name[7]), [SOME, "not shown to be equal"]
    # All at once, which agree with each other.
    yield altered(claims, None, rank=lambda _: 1), ["not shown to end"]
    yield altered(claims, None, kind=lambda _: FIRST), ["not shown to be equal"]
    yield altered(claims, NEVER, depth=lambda _: 2**32 - 1), ["wrong about whether or when it arises"]


def texts(whole):
    """Texts that are not valid certificates, each with texts that the refusal must contain."""
    def replaced(old, new):
        assert old in whole, old
        return whole.replace(old, new, 1)

    last = whole.splitlines()[-1]
    yield "", ["does not begin as a certificate"]
    yield "tourne-case certificate 2\n", ["does not begin as a certificate"]
    yield whole[:len(whole) // 2], ["line ", " fields, not 12"]
    yield whole[:whole.index(f"\n{SOME} ") + 1], ["the end", f"stands where {SOME} should"]
    yield f"{whole}{last}", ["nothing should follow"]
    yield replaced(" 0 0 0 0 0 0 = ", " 0 = "), ["000/000 has 7 fields, not 12"]
    yield replaced("rules standard", "rules course"), ["'course' is not the name of rules with these switches"]
    yield replaced("\n000/001 ", "\n000/001 x "), ["11: 000/001 has 13 fields, not 12"]
    yield replaced("\n000/001 ", "\n000/001x "), ["'000/001x' stands where 000/001 should"]
    yield replaced("\n000/001 ", "\n\x1b[2J "), ["stands where 000/001 should"]
    yield replaced("\n000/001 ", "\n000/001 one"), ["is not a whole number"]
    yield replaced(" 0 0 0 0 0 0 = ", " 0 0 z 0 0 0 = "), ["000/000 with a 3: what is called best is not legal"]
    yield replaced("ticks 1", "ticks -1"), ["a point has no ticks"]
    yield replaced("ticks 1", "ticks one"), ["line 8: 'one"]
    yield replaced("reentry free", "reentry maybe"), ["line 6: 'maybe' is not a value of reentry"]
    yield replaced("positions 5", "positions 6"), ["its header says 62347 positions"]
    yield replaced("\n000/001 ", "\n000/001 " + 500 * "0"), ["longer than any line"]


def prove(text):
    """Reads and checks a certificate."""
    check_certificate.check(*check_certificate.read(io.TextIOWrapper(io.BytesIO(text.encode()))))


def demand(said, parts):
    for part in parts:
        if part not in said:
            sys.exit(f"forge_certificates.py: {part!r} is missing: {said}")


def main(certificate, *solutions):
    with open(certificate, encoding="ascii") as file:
        whole = file.read()
    rules, claims = check_certificate.read(io.TextIOWrapper(io.BytesIO(whole.encode())))
    counts, _ = check_certificate.check(rules, claims)
    for forged, parts in forgeries(rules, claims):
        demand(refusal(check_certificate.check, rules, forged), parts)
    for text, parts in texts(whole):
        demand(refusal(prove, text), parts)
    for solution in solutions:
        print(refusal(check_certificate.compare, solution, rules, claims, counts))


if __name__ == "__main__":
    run("forge_certificates.py", main, *sys.argv[1:])
