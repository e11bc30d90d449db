// What the page says, in French.

/** @import { TEXTS_EN } from "./texts-en.js" */
import { constants } from "../rules/constants.js";
import { HOME, OFF, OWING } from "../rules/rules.js";
import { capital } from "../rules/writing.js";
import { cardSentenceFrench } from "./card-fr.js";

/** @type {(dice: number[]) => string} */
const anyOfFrench = (dice) =>
  dice.length > 1 ? `un ${dice.slice(0, -1).join(", un ")} ou un ${dice[dice.length - 1]}` : `un ${dice[0]}`;
/** @type {(count: number, one: string, many: string) => string} */
const countedFrench = (count, one, many) => `${count} ${count < 2 ? one : many}`;
/** @type {(count: number, all: number, isOthers?: boolean) => string} */
const canFrench = (count, all, isOthers = false) => {
  const [one, many] = isOthers ? ["jet adverse", "jets adverses"] : ["jet", "jets"];
  return count === 0 ? `aucun ${one} ne peut` : `${countedFrench(count, one, many)} sur ${all} ${count < 2 ? "peut" : "peuvent"}`;
};
/** @type {(name: string) => string} */
const namedFrench = (name) =>
  ({ Vous: "vous", Blancs: "les Blancs", Noirs: "les Noirs", "Votre ami": "votre ami" })[name] ?? name.replace(/^Ordinateur(?![^ ])/, "l’ordinateur");
/** @type {(name: string) => string} */
const ofFrench = (name) => (name === "Blancs" || name === "Noirs" ? `des ${name}` : `de ${namedFrench(name)}`);
/** @type {(name: string, things: string) => string} */
const ownedFrench = (name, things) => (name === "Vous" ? `vos ${things}` : `les ${things} ${ofFrench(name)}`);

/** A name with its verb. @type {(name: string, you: string, one: string, several: string) => string} */
const doesFrench = (name, you, one, several) =>
  `${capital(namedFrench(name))} ${name === "Vous" ? you : /^(Blancs|Noirs)$/.test(name) ? several : one}`;
/** @type {(loss: string) => string} */
const ofGamesFrench = (loss) => (loss.endsWith("%") ? `${loss} des parties` : loss);

/** @type {typeof TEXTS_EN} */
export const TEXTS_FR = {
  language: "Français",
  decimalSign: ",",
  // The spaces before high signs and inside quotation marks are narrow, and no line breaks there.
  typeset: (text) => text.replace(/[ \u00a0](?=[:;?!»%])/g, "\u202f").replace(/«[ \u00a0]/g, "«\u202f").replace(/ (?=−)/g, "\u00a0"),
  title: "Tourne-case",
  tagline: "Le tourne-case est une course de trois dames par camp, décrite à Paris en 1699. Le jeu est résolu : toutes les chances affichées sont exactes.",
  modes: { play: "Jouer", analyse: "Analyser", practise: "S’exercer", review: "Revoir", rules: "Règles" },
  modesLabel: "Sections de la page",
  more: "Plus",
  ruleSet: "Variante",
  ruleSetNames: {
    standard: "Ordinaire",
    "forced-entry": "Rentrée forcée",
    "entry-first": "Rentrée d’abord",
    "double-win": "Partie double",
    course: "Course",
  },
  translations: () => constants().french,
  light: "Blancs",
  dark: "Noirs",
  you: "Vous",
  computer: "Ordinateur",
  opponent: "Ordinateur",
  nameToShow: (name, hasLevel) => name.replace(/^(?:Computer|Ordinateur)-(\d+)$/, hasLevel ? "Ordinateur (niveau $1)" : "Ordinateur").replace(/^Adversaire$/, "Votre ami"),
  onRollNames: ["le joueur au trait", "l’adversaire"],
  points: "points",
  chanceToWin: (name) => (name === "Vous" ? "Vos chances de gagner" : `Chances de gain ${ofFrench(name)}`),
  pointsOf: (name) => (name === "Vous" ? "Vos points en moyenne" : `Points ${ofFrench(name)} en moyenne`),
  nothing: "rien",
  lessThan: (text) => `moins de ${text}`,
  chances: "Chances",
  says: (name, text) => `${name} : ${text}`,
  chancesOf: (name, value) => `${name} ${value}`,
  board: "Tablier",

  onPoints: (points) => `${points.length === 1 ? "une dame" : "dames"} en ${points.join(" et ")}`,
  countOff: (count) => `${count} hors du tablier`,
  countOwing: (count) => `${count} ${count === 1 ? "battue qui doit" : "battues qui doivent"} rentrer`,
  countHome: (count) => `${count} au coin de repos`,
  place: (man) =>
    man === OFF
      ? "hors du tablier"
      : man === OWING
        ? "hors du tablier, doit rentrer"
        : man === HOME
          ? "au coin de repos"
          : `en ${man}`,
  placeShort: (man) => (man <= OWING ? "dehors" : man === HOME ? "coin" : String(man)),
  manAt: (side, place) => `dame ${side === "Blancs" ? "blanche" : side === "Noirs" ? "noire" : ""} ${place}`,

  moves: {
    pass: "passer : aucune dame ne peut jouer",
    passShort: "passe",
    enter: (to) => `entrer en ${to}`,
    home: (from) => `de ${from} au coin`,
    sentOff: (from) => `de ${from} au-delà du coin, hors du tablier`,
    go: (from, to) => `de ${from} à ${to}`,
    hits: "en battant",
  },
  doublets: ["bezas", "double deux", "ternes", "carmes", "quines", "sonnés"],
  doubletMeaning: (die) => `l’ancien nom d’un jet de deux ${die}`,
  glossary: [
    ["au trait", "le joueur qui doit lancer"],
    ["doublets?", "deux dés qui montrent le même nombre"],
  ],
  givenAway: "coûte|coûté",
  ofWorth: "ce qui (?:vous )?rapporte",
  judging: { loss: "coût|coûté", luck: "chance", rating: "note", level: "force|niveau" },
  throws: {
    by: (name) => (name === "" ? "Dés" : doesFrench(name, "lancez", "lance", "lancent")),
    one: (name, die) => (name === "" ? `On joue un ${die}.` : `${TEXTS_FR.throws.by(name)} un ${die}.`),
    two: (name, one, other, die) => `${TEXTS_FR.throws.by(name)} ${one} et ${other} : on joue le plus faible, ${die}.`,
    doublet: (name, die, called) => `${TEXTS_FR.throws.by(name)} ${die} et ${die}, ${called} : on joue un seul ${die}.`,
    label: (dice) => `Dés : ${dice.join(" et ")}`,
  },
  reasons: {
    wins: "amène la dernière dame au coin et gagne",
    pass: "aucune dame ne peut jouer",
    sendsOff: "renvoie sa propre dame hors du tablier",
    enters: "fait entrer une dame",
    home: "amène une dame au coin",
    hits: (men, point) =>
      `bat ${men === 1 ? "la dame" : men === 2 ? "les deux dames" : `les ${men} dames`} en ${point}`,
    dangerShort: (count, all) => (count === 0 ? "hors de danger" : `exposé à ${countedFrench(count, "jet", "jets")} sur ${all}`),
    threat: (count, all) => ["risque", `${count} sur ${all}`],
    safe: "aucun jet adverse ne peut battre au tour suivant",
    always: "tous les jets adverses peuvent battre au tour suivant",
    danger: (count, all, dice) =>
      `${canFrench(count, all, true)} battre au tour suivant (si l’on joue ${anyOfFrench(dice)})`,
    aim: (chance) => `vos chances de battre au tour suivant sont de ${chance}, si l’adversaire ne bat pas avant`,
    homeBy: (throws, count) => `${throws} ${count < 2 ? "peut" : "peuvent"} amener une dame au coin au tour suivant`,
    pips: (own, other) => `${countedFrench(own, "case", "cases")} à parcourir contre ${other}`,
    ends: (won, double, lost, lostDouble) =>
      `issue : gagné ${won} (double ${double}), perdu ${lost} (double ${lostDouble})`,
  },
  isBest: (move) => `Aucun coup n’est meilleur que ${move}.`,
  givesAway: (move, loss, why) => `${move} coûte ${loss}. ${why}`,
  menOn: (men, point) => `${men === 1 ? "la dame" : men === 2 ? "les deux dames" : `les ${men} dames`} en ${point}`,
  hitsMen: (men) => `bat ${men}`,
  but: (text) => `${text}, mais `,
  throwsCounted: (count, all) => (count === 0 ? "aucun jet" : `${countedFrench(count, "jet", "jets")} sur ${all}`),
  why: {
    hits: (best, men, pips, worth) =>
      `${best} bat ${men} : l’adversaire perd ${countedFrench(pips, "case", "cases")}${worth && `, ce qui vous rapporte ${worth}`}`,
    does: (move, deed, worth) => `${move} ${deed}${worth && `, ce qui rapporte ${worth}`}`,
    isWorth: (move, worth) => `${move} rapporte ${worth}`,
    isWorthless: (move) => `${move} rapporte moins que de ne rien jouer`,
    and: (one, other) => `${one} ; ${other}`,
    tooEarly: (move) => `${move} fait entrer une dame trop tôt : `,
    inTime: (move) => `${move} fait entrer une dame à temps : `,
    bothHit: "les deux coups battent",
    gain: (text, gain) => `${text} : cet avantage rapporte ${gain}`,
    risk: (text, cost) => `${text} : ce risque coûte ${cost}`,
    gainOverTwo: (text, gain) => `${text} : au bout de deux tours, cet avantage rapporte ${gain}`,
    riskOverTwo: (text, cost) => `${text} : au bout de deux tours, ce risque coûte ${cost}`,
    rest: (amount, played, rest) => `${amount} ; le reste avantage ${played} de ${rest}`,
    none: "aucune",
    aims: (best, chance, other, played) =>
      `après ${best}, vos chances de battre au tour suivant seraient de ${chance} (${other} après ${played}), si l’adversaire ne battait pas avant`,
    aimWorth: (gain, best, played) => `battre au tour suivant vous rapporte ${gain} de plus après ${best} qu’après ${played}`,
    waysHome: (count, all, best, other, played) =>
      `${canFrench(count, all)} amener une dame au coin au tour suivant après ${best}, et ${other || "aucun"} après ${played}`,
    homeWorth: (gain, best, played) => `arriver au coin au tour suivant rapporte ${gain} de plus après ${best} qu’après ${played}`,
    withNone: "aucun jet",
    withDice: (dice, throws) => `avec ${anyOfFrench(dice)} (${throws})`,
    canHit: (played, dice, best, other) => `après ${played}, l’adversaire peut battre ${dice} ; après ${best}, ${other}`,
    replies: (played, one, best, other) =>
      `après ${played}, les meilleures réponses adverses battent ${one} ; après ${best}, ${other}`,
    nowhere: "nulle part",
    shouldNotHit: (count, all) => `nulle part (${canFrench(count, all)} battre, mais d’autres réponses sont meilleures)`,
    pointsHit: (points, throws, pips) => `en ${anyOfFrench(points).replaceAll("un ", "")} (${throws}, ${pips} cases en moyenne)`,
    first: " ; d’ici là, aucune autre dame ne peut jouer",
    more: "Une autre part de la perte vient après le tour suivant",
    hitIsWorth: (move, men, worth) => `${move}, qui bat ${men}, rapporte ${worth}`,
    throwsToEnter: (count, all) => (count === all ? "tout jet" : TEXTS_FR.throwsCounted(count, all)),
    entering: (one, played, other, best, all) =>
      one === 0
        ? `Si la dame la plus avancée est battue, aucun jet ne la fait rentrer après ${played}, mais ${TEXTS_FR.why.throwsToEnter(other, all)} ${other === all || other < 2 ? "le fait" : "le font"} après ${best}`
        : `Si la dame la plus avancée est battue, elle peut rentrer avec ${TEXTS_FR.why.throwsToEnter(one, all)} après ${played}, ${other === 0 ? "mais aucun jet ne la fait rentrer" : `et avec ${TEXTS_FR.why.throwsToEnter(other, all)}`} après ${best}`,
    exposure: (cost, played, throws, best, count) =>
      `se faire battre une dame au tour suivant coûte ${cost} de plus après ${played} (${throws}) qu’après ${best} (${count || "aucun"})`,
    cautious: (played, count, all, other, best, saved) =>
      `${played} est trop prudent : ${canFrench(count, all)} battre ensuite, contre ${other} après ${best}, ce qui ne rapporte que ${saved}`,
    sentOff: (played, from, cost, best, other) =>
      `${played} renvoie hors du tablier votre propre dame qui est en ${from}, ce qui coûte ${countedFrench(from, "case", "cases")}${cost && ` et ${cost}`} ; ` +
      `${best} ${other === null ? "ne le fait pas" : `renvoie celle qui est en ${other}`}`,
    riskWins: (best, deed, wins) =>
      deed === "" ? `le risque rapporte ${wins} au bout du compte` : `${best} ${deed}, ce qui rapporte ${wins} au bout du compte`,
    later: (best) => `ce que ${best} rapporte vient après les deux prochains tours`,
    homeLater: (gain, best, played) => `arriver au coin d’ici deux tours rapporte ${gain} de plus après ${best} qu’après ${played}`,
    aimLater: (gain, best, played) => `battre d’ici deux tours rapporte ${gain} de plus après ${best} qu’après ${played}`,
    exposureLater: (cost, best, played) => `se faire battre une dame d’ici deux tours coûte ${cost} de plus après ${played} qu’après ${best}`,
    alsoHits: (best, men) => `De plus, ${best} bat ${men}`,
    alsoHome: (best) => `De plus, ${best} amène une dame au coin`,
    moreExposed: (played, throws, best, count) =>
      `Après ${played}, l’adversaire peut battre avec ${throws} ; après ${best}, ${count === 0 ? "aucun jet ne bat" : `avec ${count}`}`,
    betterAim: (best, chance, other) => `Après ${best}, vos chances de battre au tour suivant seraient meilleures aussi, ${chance} contre ${other}, si l’adversaire ne battait pas avant`,
    lessExposed: (played, count, all, other, best) =>
      `Après ${played}, l’adversaire a moins de jets pour battre (${count === 0 ? "aucun" : `${count} sur ${all}`} ; ${other} après ${best}), mais cela ne compense pas`,
  },
  obstacles: {
    home: () => "Une dame au coin de repos y reste.",
    beyond: (needs) => `Il faut exactement un ${needs} à cette dame pour atteindre le coin.`,
    occupied: (point) => `Cette dame ne peut pas jouer : une dame de son camp est en ${point}.`,
    passes: (point) => `Cette dame ne peut pas passer par-dessus la dame de son camp qui est en ${point}.`,
    entry: () => "La dame battue doit d’abord rentrer.",
    die: () => "Une dame avance exactement du nombre de cases qu’indique le dé.",
  },
  faults: {
    count: (side, count) => `${side} : il faut trois dames, et non ${count}`,
    crowded: (side, point) => `${side} : plus d’une dame en ${point}, où une seule tient`,
    facing: (_side, point) =>
      `des dames des deux camps se font face en ${point}, où la dernière venue aurait battu l’autre`,
    duty: (side) => `${side} : une dame doit rentrer, ce que n’exigent que « Rentrée forcée » et « Rentrée d’abord »`,
    over: (side) => `la partie est finie (${side} : trois dames au coin)`,
    both: () => "les deux camps ont leurs trois dames au coin, mais le premier arrivé finit la partie",
  },
  notation: {
    position: (text) =>
      `« ${text} » n’est pas une position : écrivez le joueur au trait, une barre, et l’adversaire, comme 04h/007.`,
    man: (text) =>
      `« ${text} » n’est pas une dame : écrivez 0 (dehors), x (dehors, doit rentrer), 1 à 9, a (10), b (11) ou h (coin).`,
    throw: (text) => `« ${text} » n’est pas un jet : donnez deux dés, comme 4-3, ou celui que l’on joue, comme 3.`,
    dice: (text) => `« ${text} » : trop de dés ; donnez-en deux, comme 4-3, ou celui que l’on joue, comme 3.`,
    die: (text) => `« ${text} » n’est pas sur un dé : les dés vont de 1 à 6.`,
    move: (text) => `« ${text} » n’est pas un coup : écrivez de/à, comme 0/3 ou 9/12 (0 : hors du tablier), ou bien pass.`,
    onedie: (text) => `« ${text} » : cette variante n’emploie qu’un dé.`,
    choice: (text) => `« ${text} » ne laisse pas de choix : une question a deux coups au moins.`,
    setup: (text, faults) => `${text} n’est pas une position de cette variante : ${faults}.`,
  },
  atLine: (line, text) => `Ligne ${line} : ${text}`,
  record: {
    empty: () =>
      "Il n’y a aucun coup dans ce texte : écrivez sur une ligne un camp, les deux dés et un coup, comme A 3-2 off/2.",
    turns: (words) => `il y a plus de ${words[0]} coups : partagez-les en plusieurs fichiers.`,
    lines: (words) => `il y a plus de ${words[0]} lignes : partagez-les en plusieurs fichiers.`,
    long: () => "la ligne a plus de 1024 octets.",
    notText: () => "la ligne n’est pas du texte UTF-8 : enregistrez le texte en UTF-8.",
    nul: () => "la ligne contient un caractère NUL, comme du texte UTF-16 sans marque d’ordre des octets (BOM) : enregistrez le texte en UTF-8.",
    twice: (words) => `« ${words[0]}: » figure déjà à la ligne ${words[1]} : enlevez l’un des deux, car une partie n’en a qu’un.`,
    results: (words) =>
      `un résultat après des coups est celui de leur partie, qui en a déjà un à la ligne ${words[0]} : enlevez l’un des deux, ou commencez une autre partie par une ligne vide ou un autre en-tête, comme rules: standard.`,
    noGame: () => "ni coup ni résultat ne suit cet en-tête : ajoutez-en un, ou enlevez l’en-tête.",
    likeSide: (words) =>
      `« ${words[0]} » est un en-tête, car le premier coup de la partie n’a pas de deux-points, mais ${words[1]} est un camp : enlevez les deux-points si c’est un coup.`,
    noTurn: (words) =>
      `« ${words[0]} » n’est pas un coup : écrivez un camp, les deux dés et un coup, comme A 3-2 off/2 ; ou un en-tête, comme rules: standard.`,
    rules: (words) => `« ${words[0]} » n’est pas une variante.`,
    otherRules: (words) =>
      `la variante ${words[0]} n’est pas dans cette page. Pour une page qui la contient : tourne page --rules ${words[0]}`,
    notation: () => "",
    illegal: (words) => `${words[0]} n’est pas permis dans la position ${words[1]} avec un ${words[2]}. Coups permis : ${words[3]}.`,
    turn: (words) => `c’est à l’autre camp de jouer, et non à ${words[0]}.`,
    third: (words) => `camp inconnu « ${words[0]} » : les camps de cette partie sont ${words[1]} et ${words[2]}.`,
    over: () => "la partie est finie : commencez-en une autre par un en-tête, comme rules: standard.",
  },
  solutionFaults: {
    magic: (name) => `Ce qui est donné pour ${name} n’est pas un fichier de solution.`,
    version: (version) => `La solution est au format ${version}, que cette page ne sait pas lire : refaites la page avec tourne page.`,
    length: (lengths) => `La solution n’a pas la bonne longueur (${lengths} octets).`,
    checksum: (name) => `La solution de la variante ${name} est endommagée : sa somme de contrôle est fausse.`,
    switches: (switches) => `La solution est celle d’une variante inconnue de cette page (${switches}).`,
    name: (name) =>
      `La variante « ${name} » n’est pas dans cette page. Pour une page qui la contient : tourne page --rules ${name}.`,
    unknown: (name) => `« ${name} » n’est pas une variante.`,
    position: (text) => `${text} n’est pas dans la solution.`,
    card: (name) => `La carte de la variante ${name} manque à cette page.`,
    packed: (name) => `La solution de la variante ${name} est endommagée : elle ne se décompresse pas.`,
  },
  noSolution: "Il n’y a aucune solution dans cette page. Faites la page avec : tourne page",
  unexpected: (text) => `Une erreur s’est produite : ${text}. Rechargez la page pour continuer.`,
  dismiss: "Fermer ce message",
  undo: {
    undo: "Annuler",
    game: "La partie précédente a été remplacée.",
    setUp: "La position préparée a été remplacée.",
    owing: "Dans cette variante, aucune dame n’est obligée de rentrer.",
    record: "La partie que vous revoyiez a été remplacée.",
    score: "La note a été effacée.",
  },
  link: {
    unknown: (part) => `« ${part} » dans ce lien est inconnu.`,
    turn: (turn, part, shown) =>
      `Le coup ${turn} de ce lien, « ${part} », ne peut être joué : ${shown === 0 ? "rien de la partie ne peut être montré" : shown === 1 ? "le coup précédent est montré" : `les ${shown} coups précédents sont montrés`}.`,
    inGame: (game, fault) => `Partie ${game} : ${fault}`,
    altered: "Ce lien est endommagé. Ce qui est lisible est montré ; ce n’est peut-être pas la bonne partie.",
    cut: "Ce lien a peut-être perdu sa fin : la partie s’arrête avant d’être finie.",
    player: "Joueur",
    holds: (held, all) =>
      held > 0
        ? `Le lien contient ${held} ${held === 1 ? "partie" : "parties"} sur ${all}.`
        : `${all === 1 ? "La partie est trop longue" : "Les parties sont trop longues"} pour un lien.`,
    saveAll: "Enregistrer le tout",
  },
  shownInstead: "Le début de partie est montré à la place.",

  analyse: {
    throwLabel: "Dé joué",
    all: "Tous",
    otherDie: "L’autre dé",
    any: "quelconque",
    throwDice: "Lancer",
    before: (side) => `Aux ${side} de lancer.`,
    movesWith: (die) => `Coups avec un ${die}`,
    allMoves: "Meilleurs coups pour chaque jet",
    chances: (count, all) => `se joue dans ${countedFrench(count, "jet", "jets")} sur ${all}`,
    best: "meilleur",
    only: "seul coup",
    givesAway: (loss) => `coûte ${loss}`,
    playIt: "Jouer ce coup",
    position: "Position",
    positionHelp: "Joueur au trait / adversaire : 0 = dehors, 1–9, a = 10, b = 11, h = coin ; un jet peut suivre (04h/007 4-3)",
    positionHelpDuty:
      "Joueur au trait / adversaire : 0 = dehors, x = battue qui doit rentrer, 1–9, a = 10, b = 11, h = coin ; un jet peut suivre",
    show: "Montrer",
    setUp: "Placer",
    done: "Terminé",
    start: "Début de partie",
    swap: "Changer le trait",
    copy: "Copier le lien",
    copied: "Le lien est copié.",
    copyThis: "Copiez ce lien :",
    print: "Imprimer",
    playFrom: "Jouer à partir d’ici",
    setUpHelp: "Faites glisser les dames, ou touchez une dame puis une case.",
    setUpKeys: "Au clavier : Tab jusqu’à une dame, ← et → pour la déplacer.",
    setUpHeat: "Chaque case montre les chances avec la dame posée là.",
    setUpHelpDuty: "Si une dame hors du tablier a été battue et doit rentrer, touchez-la encore ou tapez x.",
    toMoves: "Retour aux coups",
    setUpNow: "Placer les dames",
    notPosition: "Position non valable :",
    heat: (value, man) => `${value} si la ${man} était ailleurs`,
    heatHint: "Touchez une dame pour voir ce qu’elle vaut sur chaque case.",
    impossible: "impossible",
    owes: "Cette dame a été battue et doit rentrer",
    hitsTitle: "Qui peut battre qui",
    hitsNow: (side, count, all) =>
      count === 0
        ? `Les ${side}, au trait, n’ont aucun jet pour battre.`
        : `Les ${side}, au trait, peuvent battre avec ${countedFrench(count, "jet", "jets")} sur ${all}.`,
    hitsThen: (side, count, all) =>
      count === 0
        ? `Les ${side} n’auraient aucun jet pour battre.`
        : `Les ${side} pourraient battre avec ${countedFrench(count, "jet", "jets")} sur ${all} si c’était à eux de lancer.`,
    hitLine: (die, from, point) => `Avec un ${die}, la dame ${from} bat en ${point}.`,
    endsTitle: "Comment la partie finit",
    ends: (side) => `Les ${side}, avant le jet, si les deux jouent au mieux (en % de toutes les parties) :`,
    won: "gagnées",
    wonDouble: "gagnées en partie double",
    noneHome: "sans aucune dame du perdant au coin",
    lost: "perdues",
    lostDouble: "perdues en partie double",
    lengths: (mean, { p5, p25, p50, p75, p95 }) =>
      `Jets jusqu’à la fin : ${mean} en moyenne. 5 % des parties sont finies après ${p5}, 25 % après ${p25}, la moitié après ${p50}, 75 % après ${p75}, 95 % après ${p95}.`,
    doubleNote: "Double : le perdant n’a aucune dame au coin.",
    computing: "Calcul en cours…",
    unreachable: "Cette position ne peut pas se présenter dans une partie.",
    readRules: "Les règles en images",
    playGame: "Jouer une partie",
  },
  line: {
    title: "Suite de coups",
    replaced: "La suite de coups a été remplacée.",
    review: "Revoir la suite",
    link: "Copier le lien de la suite",
    record: "Copier le texte de la suite",
    copied: "Le texte de la suite est copié.",
    copyThis: "Copiez ce texte :",
  },
  play: {
    title: "Jouer une partie",
    opponent: "Jouer contre",
    levelName: (level) => `Ordinateur-${level}`,
    level: (level) => `Ordinateur, niveau ${level}${level === 10 ? " : parfait" : level === 1 ? " : débutant" : ""}`,
    two: "Une autre personne",
    meetsPerson: "Deux personnes jouent à tour de rôle sur cet écran. Pour jouer à distance : « Avec un ami, par lien », plus bas.",
    meetsPerfect: "Joue parfaitement : à la longue, personne ne gagne contre lui plus d’une partie sur deux.",
    meetsLevel: (level) => `Force ${level} sur 10.`,
    winsGames: (count) => `Gagnerait ${countedFrench(count, "partie", "parties")} sur 100 contre un joueur parfait.`,
    losesPoints: (points) => `Perdrait ${points} point par partie contre un joueur parfait.`,
    colour: "Vos dames",
    more: "Match, dés, vitesse, son",
    sound: "Son",
    dice: "Dés",
    diceHere: "lancés par cette page",
    diceReal: "de vrais dés : je saisis les jets",
    seed: "Graine",
    seedHelp:
      "La même graine redonne les mêmes jets. Laissez vide pour une nouvelle.",
    seedWrong: "Une graine est un nombre entier de 0 à 999999999.",
    begin: "Jouer",
    wait: "Pause",
    rematch: "Revanche",
    newGame: "Nouvelle partie",
    whoBegins: "Qui commence ?",
    opening: (names, dice, first) =>
      `Qui commence ? ${names[0]} : ${dice[0]}, ${names[1]} : ${dice[1]}. ${first}, avec un nouveau jet.`,
    openingEqual: (die) => `Un ${die} chacun : on relance.`,
    begins: (name) => doesFrench(name, "commencez", "commence", "commencent"),
    typeOpening: "Un dé chacun : qui commence ?",
    typeThrow: (name) => `${name} : touchez ce que montrent les dés`,
    throwing: (name) => `${TEXTS_FR.throws.by(name)}…`,
    yourMove: "À vous de jouer.",
    moveOf: (name) => `À ${namedFrench(name)} de jouer.`.replace("À les", "Aux"),
    onlyMove: (move) => `Seul coup : ${move}.`,
    only: (move) => `seul coup, ${move}`,
    mustPass: "Aucune dame ne peut jouer : on passe.",
    playsItself: "Un tour sans choix se joue tout seul ; Pause l’arrête.",
    played: (name, move) => `${name} : ${move}.`,
    thrown: (name, dice, what) => `${TEXTS_FR.throws.by(name)} ${dice.length === 1 ? "un " : ""}${dice.join(" et ")} : ${what}.`,
    toChoose: (count) => `${count} coups au choix`,
    correct: "Corriger",
    again: "Saisissez de nouveau le dernier jet.",
    waiting: "Tapé pour le jet suivant :",
    notThrown: (die) => `Pas ${die} : l’enlever`,
    goOn: "Continuer",
    playOnly: "Jouer ce coup",
    hint: "Conseil",
    hintIs: (move) => `Le meilleur : ${move}.`,
    undo: "Reprendre le coup",
    showChances: "Montrer les chances de chaque coup",
    showBar: "Montrer qui mène",
    pace: "Vitesse",
    paces: { calm: "lente", brisk: "rapide", instant: "immédiate" },
    saved: "La partie est enregistrée. Cette page et la commande tourne review peuvent la rouvrir.",
    save: "Enregistrer",
    reviewMistakes: (count, isOwn) =>
      count === 0
        ? "Revoir cette partie"
        : isOwn
          ? `Revoir ${count === 1 ? "votre faute" : `vos ${count} fautes`}`
          : `Revoir ${countedFrench(count, "faute", "fautes")}`,
    summary: (luck, errors, decisions, level) =>
      `Chance : les jets des deux camps vous ont rapporté ${luck}. ${decisions === 0 ? "Vous n’avez jamais eu le choix" : `Coût de vos coups : ${errors} en ${decisions} choix`}${level && `, ${level}`}.`,
    resign: "Abandonner",
    playOn: "Jouer quand même",
    won: (name, points) =>
      `${doesFrench(name, "gagnez", "gagne", "gagnent")}${points === 2 ? ", partie double : 2 points" : ""}.`,
    resigned: "La partie est abandonnée.",
    counts: "Nombres joués",
    countsHelp: "Combien de fois chaque nombre a été joué, et combien de fois on l’attend",
    number: "Nombre",
    came: "joué",
    expected: "attendu",
    throwsMade: (count) => countedFrench(count, "jet", "jets"),
    log: "Coups joués",
    settings: "Réglages",
    goal: "Soyez le premier à amener vos trois dames au coin. De deux dés, on joue le plus faible.",
    goalOneDie: "Soyez le premier à amener vos trois dames au coin. On lance un seul dé.",
    bringBack: "Reprendre la dernière partie",
    forcing: "Jouer pour moi les coups forcés",
    codes: "Les coups en abrégé : 0/4 fait entrer une dame en 4, 8/12 amène une dame de 8 au coin, et * bat une dame.",
    touchMove: "Dame touchée, dame jouée, si elle peut l’être",
    mustPlay: (move) => `Dame touchée, dame jouée : ${move}.`,
    pickMan: "Touchez une dame entourée de jaune, ou un coup.",
    seedIs: (seed) => `Graine ${seed}`,
  },
  daily: {
    name: "Le tourne-case du jour",
    date: (date) => date.replace(/^1 /, "1er "),
    title: (date) => `Le tourne-case du ${date}`,
    intro: "Une partie par jour, avec les mêmes jets pour tous. Vous avez les Blancs, et le premier dé du jet d’ouverture est le vôtre.",
    noHelp: "Ni conseil, ni tuteur, ni reprise de coup avant la fin. Le jour commence à minuit, temps universel (UTC).",
    before: (played) => `Vous avez déjà fini cette partie (${played}) : la rejouer ne compte pas.`,
    other: "Une autre partie",
    result: (date, level, isWon, turns) =>
      `Tourne-case ${date}, niveau ${level} : ${isWon ? "gagné" : "perdu"} en ${countedFrench(turns, "tour", "tours")}`,
    worth: (luck, loss) => `chance ${luck}, coût ${loss}`,
    copy: "Copier le résultat",
    copied: "Le résultat est copié.",
    copyThis: "Copiez ceci :",
    share: "Partager",
    legend: (signs, doubtful, bad) =>
      `Un signe pour chacun de vos choix : ${signs[0]} le meilleur coup, ${signs[1]} a coûté moins de ${doubtful}, ${signs[2]} douteux : ${doubtful} ou plus, ${signs[3]} mauvais : ${bad} ou plus.`,
    grades: ["au mieux", "presque au mieux", "douteux", "mauvais"],
    inWords: (count, runs) => `${count} choix dans l’ordre : ${runs}`,
    streak: (count) => `Jours de suite : ${count}`,
    days: (count) => `Vos parties du jour : ${count}`,
    played: (date, level, isWon, loss) => `${date} : ${isWon ? "gagné" : "perdu"} contre le niveau ${level}, coût ${loss}`,
    forget: "Oublier ces parties",
    forgotten: "Vos parties du jour sont oubliées.",
  },
  match: {
    label: "Match",
    single: "une seule partie",
    title: (length) => `Match en ${length} points`,
    none: "Pas de match dans cette variante : les chances à chaque score manquent dans cette page.",
    score: (length, names, points) =>
      `Match en ${length} points : ${names[0]} ${points[0]}, ${names[1]} ${points[1]}.`,
    won: (name, own, other) =>
      `${doesFrench(name, "gagnez", "gagne", "gagnent")} le match, ${own} à ${other}.`,
    next: "Partie suivante",
    workingOut: "Calcul des meilleurs coups à ce score…",
    atScore: (best) => `à ce score, ${best} vaut mieux, à cause de ce que vaut une partie double`,
  },
  tapAgain: (move) => `${move} Touchez encore pour jouer.`,
  tutor: {
    title: "Tuteur : dit ce qu’a coûté chaque coup",
    best: "Le meilleur coup.",
    almost: (loss) => `Presque le meilleur : ce coup coûte ${ofGamesFrench(loss)}.`,
    grave: (loss) => `Ce coup coûte ${ofGamesFrench(loss)} : le reprendre ?`,
    worths: (best, bestWorth, worth) => `Le meilleur : ${best}, ${bestWorth} ; votre coup : ${worth}.`,
    takeBack: "Le reprendre",
    playOn: "Continuer",
  },
  review: {
    title: "Revoir",
    none: "Jouez une partie et revoyez-la ici, ou ouvrez une partie enregistrée.",
    open: "Ouvrir un fichier",
    drop: "ou déposez le fichier sur la page, ou collez son texte :",
    paste: "Texte d’une partie",
    read: "Ouvrir",
    games: "Partie",
    gameName: (number, names) => `Partie ${number} : ${names}`,
    luck: "Chance",
    errors: "Coût",
    decisions: "Choix",
    mistakes: "Fautes",
    rating: "Note",
    ratingHelp: (doubtful, bad) =>
      `Une faute est un coup qui n’était pas le meilleur : douteux s’il coûte ${doubtful} ou plus, mauvais à partir de ${bad}. Plus la note est basse, mieux c’est. La note et la force sont des intervalles : dans 95 cas sur 100, ils contiennent les vraies.`,
    inShort: (name, mistakes, decisions, strength) =>
      decisions === 0
        ? `${name} : aucun choix.`
        : `${name} : ${countedFrench(mistakes, "faute", "fautes")} sur ${decisions} choix${strength === "" ? "" : `, ${strength}`}.`,
    side: "Camp",
    marked: "dont coups douteux / mauvais",
    level: "Force",
    gamesWon: "Parties gagnées / finies / en tout",
    totals: (games) => `Les ${games} parties`,
    worst: (count) => (count === 1 ? "La pire" : `Les ${count} pires`),
    others: "Les autres",
    onlyMove: "C’était le seul coup.",
    bestWas: (moves) => `Le meilleur était : ${moves.join(" ; ou ")}.`,
    readout: (turn, name, value) => `${turn === 0 ? "Avant le premier jet" : `Après le coup ${turn}`} : ${name} ${value}`,
    curve: (name) => `${capital(ownedFrench(name, "chances"))}, coup par coup`,
    curveHelp: (names, doubtful) =>
      `Surface claire : ${ownedFrench(names[0], "chances")}. ○ marque ${ownedFrench(names[0], "fautes")}, × ${ownedFrench(names[1], "fautes")} ; un petit signe : moins de ${doubtful}.`,
    signs: (doubtful, bad) =>
      `* signale une dame battue. ?! est douteux : il a coûté ${doubtful} ou plus. ? est mauvais : ${bad} ou plus. Un coup s’écrit de/à ; 0 est hors du tablier, 12 est le coin. Les chances sont celles d’après le coup.`,
    equation: (result, start, luck, isLucky, errors, name, more) => {
      const lost =
        more === "" ? "" : `, ${more === name ? "moins" : "plus"} ${errors} parce que ${ownedFrench(more, "coups")} ont coûté davantage`;
      return `Résultat pour ${namedFrench(name)} : ${result}. C’est ${start} au départ, ${isLucky ? "plus" : "moins"} ${luck} dus aux dés${lost}.`;
    },
    resigns: "abandonne",
    resigned: (name, loss, best) =>
      `${name === "Vous" ? "Votre abandon" : `L’abandon ${ofFrench(name)}`} a coûté ${loss}${best === "" ? "" : ` ; le meilleur coup était ${best}`}.`,
    unfinished: "La partie n’est pas finie : son résultat est la valeur après le dernier coup.",
    mistakesTitle: "Fautes à rejouer",
    whose: "Lesquelles",
    noMistakes: (name) =>
      name === ""
        ? "Les deux camps ont toujours joué au mieux."
        : `${doesFrench(name, "avez", "a", "ont")} toujours joué au mieux.`,
    gaveUp: (number, name) => `Coup ${number} : ${name}, abandon`,
    ofSide: (name) => (name === "Vous" ? "les vôtres" : `celles ${ofFrench(name)}`),
    both: "celles des deux camps",
    mistake: (number, name, dice, move) => `Coup ${number} : ${name}, ${dice}${move === "" ? "" : ` : ${move}`}`,
    gave: (loss) => `coûte ${loss}`,
    tryAgain: "Rejouer",
    playedArrow: (move) => `Joué : ${move}`,
    notYet: (move, loss) => `${capital(move)} coûte ${ofGamesFrench(loss)}. Essayez un autre coup.`,
    almost: (move, loss) => `Presque : ${move} coûte ${ofGamesFrench(loss)}. Il y a mieux.`,
    tries: (left, mistakes) =>
      `Encore ${left} à trouver. ${mistakes} ${mistakes < 2 ? "faute, mêlée" : "fautes, mêlées"} à des coups bien joués.`,
    lastTry: "C’était le dernier.",
    found: (move) => `Oui, le meilleur : ${move}.`,
    foundMark: "trouvé",
    back: "Retour aux coups",
    answer: "Montrer la réponse",
    reply: (count, all) => count === 0
        ? "Après le coup joué, aucun jet adverse ne pouvait battre."
        : `Après le coup joué, ${countedFrench(count, "jet adverse", "jets adverses")} sur ${all} ${count < 2 ? "pouvait" : "pouvaient"} battre.`,
    punishes: (reply, die) => `Un ${die} le punit : ${reply}.`,
    next: "Faute suivante",
    nextShort: "Faute",
    summary: "Chance et adresse",
    turns: "Tous les coups",
    turn: "Coup",
    dice: "Dés",
    move: "Joué",
    goTo: (number) => `Montrer le coup ${number} sur le tablier`,
    analyse: "Analyser cette position",
    first: "Premier coup",
    previous: "Coup précédent",
    following: "Coup suivant",
    last: "Dernier coup",
    doubtful: "douteux",
    bad: "mauvais",
    more: (count) => `et ${countedFrench(count, "autre", "autres")}`,
    startOf: "Avant le premier jet",
    gamesShown: (from, to, all) => `Parties ${from} à ${to} sur ${all}`,
  },
  friend: {
    name: "Adversaire",
    begin: "Avec un ami, par lien",
    goOn: (date, turns) => (turns < 0 ? `Invitation sans réponse (${date})` : `Continuer avec un ami (${date}, ${countedFrench(turns, "coup", "coups")})`),
    heads: { invite: "Inviter un ami", answer: "Un ami vous invite", send: "À votre ami de jouer." },
    steps: {
      invite: "Envoyez ce lien à un ami, puis ouvrez le lien qui vous revient : la partie commence alors, et vous avez les Blancs.",
      answer: "Renvoyez ce lien pour accepter : vous avez les Noirs, et le lien suivant vous montrera la partie.",
      send: "Envoyez ce lien à votre ami, puis ouvrez le lien qui vous revient.",
      end: "Envoyez ce lien si votre ami n’a pas encore vu la fin.",
    },
    forget: "Oublier cette partie",
    forgotten: "La partie est oubliée.",
    fairTitle: "Les dés sont-ils loyaux ?",
    fair: "Personne ne peut choisir les dés, mais chacun pourrait connaître d’avance les jets. Ils viennent de deux nombres secrets, un par page ; le premier est scellé avant que le second soit connu, et chaque page vérifie le sceau et tous les jets. Mais une fois la partie commencée, un programme pourrait montrer à chacun les jets à venir, et celui qui invite les voit le premier et pourrait inviter de nouveau. Rien n’empêche non plus de demander conseil, ni de rejouer un coup avant d’envoyer le lien. Jouez avec des gens de confiance.",
    damaged: "Ce lien est incomplet : demandez à votre ami de le renvoyer.",
    unfair: "Les dés de ce lien ne sont pas ceux dont les deux pages étaient convenues. Quelqu’un l’a modifié.",
    elsewhere: "Ce lien répond à une invitation faite dans un autre navigateur, ou oubliée par celui-ci : ouvrez-le là où vous avez fait l’invitation.",
    otherAnswer: "Quelqu’un d’autre a déjà répondu à cette invitation, ou la réponse a été modifiée. La partie que vous connaissez est montrée.",
    older: "Ce lien est plus ancien que votre partie, qui reste affichée.",
    differs: (turn) => `À partir du coup ${turn}, ce lien ne correspond pas à votre partie, qui reste affichée.`,
    notFromHere: (turn) => `Le coup ${turn} de ce lien est le vôtre, mais il n’a pas été joué dans ce navigateur. Si vous ne l’avez pas joué ailleurs, le lien de votre ami a été modifié.`,
    file: "Cette page est un fichier sur votre appareil. Votre ami doit ouvrir la même page, et mettre à la suite de son adresse ce que vous envoyez, à partir de #.",
  },
  past: {
    title: "Parties passées",
    none: "Vos parties terminées apparaîtront ici.",
    kept: "Ce navigateur garde vos 100 dernières parties, sauf les très longues. Rien n’est envoyé.",
    played: (date, points, name) =>
      `${date} : partie ${Math.abs(points) === 2 ? "double " : ""}${points > 0 ? "gagnée" : "perdue"} contre ${namedFrench(name)}`,
    watched: (date, names, result) => `${date} : ${names.join(" – ")}. ${result}`,
    worth: (rating, loss) => `${rating === "" ? "" : `note ${rating}, `}coût ${ofGamesFrench(loss)}`,
    noDate: "sans date",
    curve: (count) => `Votre note sur ${count} parties ; plus elle est basse, mieux c’est. 0 est le jeu parfait.`,
    together: (strength) => `Toutes ensemble : ${strength}.`,
    open: "Revoir",
    openThis: (game) => `Revoir ${game}`,
    delete: (game) => `Supprimer ${game}`,
    deleted: "La partie a été supprimée.",
    exportAll: "Tout exporter",
    exported: "Toutes les parties passées sont dans un fichier. Cette page peut l’importer, et la commande tourne review le lit.",
    importAll: "Importer",
    imported: (added, all) =>
      `${countedFrench(added, "partie ajoutée", "parties ajoutées")} sur ${all}.${added < all ? " Les parties déjà présentes, plus anciennes que les 100 dernières, inachevées ou très longues sont laissées de côté." : ""}`,
  },
  practise: {
    title: "S’exercer",
    intro: "Des positions de parties de bons joueurs. Un jet, à vous de jouer.",
    difficulty: "Difficulté",
    difficulties: { hard: "difficile : là où les bons joueurs se trompent", easy: "facile : là où les débutants perdent le plus" },
    kind: "Questions",
    kinds: { all: "tous les choix", hits: "battre ou ne pas battre", home: "amener une dame au coin ou non" },
    question: "Quel est le meilleur coup ?",
    right: (move) => `Juste ! Le meilleur coup : ${move}.`,
    grades: {
      almost: (loss) => `Presque : ce coup coûte ${ofGamesFrench(loss)}.`,
      doubtful: (loss) => `Ce n’est pas le meilleur : ce coup coûte ${ofGamesFrench(loss)}.`,
      bad: (loss) => `Un mauvais coup : il coûte ${ofGamesFrench(loss)}.`,
    },
    again: "Encore une fois : votre dernière réponse était fausse.",
    waiting: (count) =>
      count === 1 ? "Une question manquée reviendra." : `${count} questions manquées reviendront.`,
    almost: (count) => `${count} presque ${count < 2 ? "juste" : "justes"}`,
    streak: (count, most) => `${count} de suite (record ${most})`,
    next: "Position suivante",
    bestArrow: (move) => `Le meilleur : ${move}`,
    yourArrow: (move) => `Votre réponse : ${move}`,
    analyse: "Analyser",
    print: "Imprimer six problèmes",
    sheet: "Six problèmes",
    sheetHelp: "C’est aux Blancs de jouer. Quel est le meilleur coup ? Les réponses sont au verso.",
    answers: "Réponses",
    score: (right, count) => `${right} ${right < 2 ? "juste" : "justes"} sur ${count}`,
    habit: (habit, made, possible, loss, isCostliest) =>
      `${isCostliest ? "Vous perdez le plus quand" : "Ensuite, quand"} vous ${habit} : ${made} fois sur ${possible}, ${loss}${made > 1 ? " en moyenne" : ""}.`,
    habitsReturn: "Les questions de ce genre reviennent plus souvent.",
    none: "Pas encore de réponse.",
    reset: "Effacer la note",
  },
  habits: {
    missedHit: "manquez l’occasion de battre",
    missedHome: "manquez l’occasion d’amener une dame au coin",
    missedAim: "manquez l’occasion de viser",
    fewerHome: "vous laissez moins de jets pour arriver au coin",
    exposed: "laissez vos dames exposées",
    cautious: "jouez avec trop de prudence",
    needlessHit: "battez sans raison",
    otherHit: "ne battez pas la bonne dame",
    sentOff: "renvoyez votre propre dame hors du tablier",
    lateEntry: "entrez trop tard",
    earlyEntry: "entrez trop tôt",
    order: "jouez vos dames dans le mauvais ordre",
  },
  ratings: {
    range: (rating, low, high) => `${rating} (${low} à ${high})`,
    strength: (rating, low, high, level) => `note ${rating} (${low} à ${high} ; 0 est parfait) : ${level}`,
    perfect: "parfait jusqu’ici, ",
    weaker: "plus faible que le niveau 1",
    any: "niveau encore inconnu",
    atMost: (level) => `niveau ${level} ou plus faible`,
    level: (level) => `niveau ${level}`,
    between: (from, level) => `niveau ${from} à ${level}`,
    after: (count) => `, après ${count} choix`,
    more: (count) => ` ; encore ${count} choix environ pour le situer dans un intervalle de deux niveaux`,
  },
  cardSentence: (line) => cardSentenceFrench(line),
  card: {
    title: "La carte en cinq lignes",
    intro: "Cinq lignes pour bien jouer sans ordinateur. La première qui s’applique décide ; sinon, la dame de tête joue.",
    line: (line, text) => `La ligne ${line} décide : « ${text} »`,
    noLine: "Aucune ligne ne s’applique : la dame de tête joue.",
    plays: (move, by) => `La carte en cinq lignes joue : ${move}. ${by}`,
    example: (die, move) => `Par exemple avec un ${die} : ${move}.`,
    isRight: "Aucun coup n’est meilleur.",
    isWrong: (loss) => `Ici, la carte se trompe : son coup coûte ${ofGamesFrench(loss)}.`,
    wordsTitle: "Ce que veulent dire les mots",
    forms: {
      ends: "dames? de tête|dames? de queue",
      overtake: "dépasser?",
      flee: "fuir|fuit",
      safeFromBoard: "se met(?:tre)? à l’abri des dames du tablier",
      safe: "se met(?:tre)? à l’abri",
      clear: "aucune ennemie derrière",
      aim: "viser?",
      fewest: "le moins d’ennemies derrière",
    },
    words: {
      ends: [
        "dame de tête, de queue",
        "la plus avancée et la plus en arrière de celles qui peuvent jouer ; si plusieurs conviennent, la plus avancée joue",
      ],
      hit: ["battre", "renvoie une dame ennemie hors du tablier"],
      enter: ["entrer", "fait entrer une dame"],
      home: ["gagner le coin", "amène une dame au coin de repos"],
      overtake: ["dépasser", "passe une dame ennemie sans aller jusqu’au coin"],
      flee: ["fuir", "quitte une case avec une ennemie 1 à 6 cases derrière ; les dames hors du tablier comptent comme si elles étaient en 0"],
      safe: ["se mettre à l’abri", "arrive sans ennemie 1 à 6 cases derrière ; les dames hors du tablier comptent comme si elles étaient en 0"],
      safeFromBoard: ["à l’abri des dames du tablier", "arrive sans ennemie sur le tablier 1 à 6 cases derrière"],
      clear: ["aucune ennemie derrière", "arrive sans aucune ennemie sur le tablier derrière elle"],
      aim: ["viser", "arrive 1 à 6 cases derrière une ennemie sur le tablier"],
      fewest: ["le moins d’ennemies derrière", "aucun autre coup n’arrive avec moins d’ennemies sur le tablier derrière la dame"],
      leave: ["quitter", "part d’une telle case ; une dame qui entre quitte 0"],
      reach: ["atteindre", "arrive sur une telle case ; le coin est 12"],
    },
  },
  rulesPage: {
    title: "Les règles",
    intro:
      "Une course de trois dames par camp, décrite à Paris en 1699 et résolue ici : les chances de chaque position sont connues exactement.",
    inPictures: "En images",
    play: "Voir le coup",
    figures: {
      way: "Les deux camps entrent à gauche et vont au coin de repos à droite, chacun de son côté. Les cases se font face : 4 est en face de 4.",
      throws: "On lance deux dés et on joue le plus faible : ici un 2. D’un doublet, on joue un seul dé, une fois.",
      throwsAny:
        "On lance deux dés et on ne joue que le plus faible, avec une dame. D’un doublet, on joue un seul dé, une fois.",
      throwsOne: "On lance un dé et on le joue.",
      enter: "Les dames commencent hors du tablier. Une dame entre sur la case qu’indique le dé : avec un 2, en 2.",
      move: "Une dame avance du nombre de cases qu’indique le dé : avec un 3, de 4 à 7. Les dames ennemies ne lui barrent pas le chemin.",
      hit: "Une colonne, une dame : une dame qui arrive en face d’une dame ennemie la renvoie hors du tablier. Celle-ci recommence.",
      pass: "Jamais deux dames d’un camp sur une case, et on ne passe pas par-dessus les siennes : la dame hors du tablier ne peut entrer avec un 5, car elle passerait par-dessus celle en 3.",
      crowd:
        "Les dames d’un camp peuvent partager une case et passer les unes par-dessus les autres. Qui bat renvoie toutes les dames de la case.",
      home: "On atteint le coin par le nombre exact : de 8, seulement avec un 4. Sinon la dame attend, et une autre doit jouer.",
      overshoot: "Une dame qui va au-delà du coin ressort du tablier : de 9 avec un 5.",
      duty: "La dame marquée ! a été battue. Elle doit rentrer avant qu’une autre joue, comme le disent les règles ci-dessous.",
    },
    sections: "Règle par règle",
    source: "Source",
    sources: "Les sources de chaque règle, et leurs ambiguïtés",
    reading: "Lecture retenue ici",
    history:
      "L’ancienneté du jeu est discutée. Wikipédia en anglais le trouve dans le Gargantua de Rabelais (1532), une page française n’y trouve que le trictrac (1534), et Parlett aucune mention avant le XVIIe siècle. Le nom viendrait de ce qu’une dame battue doit retourner à la case, ou bien, plus probablement selon Fallavel, de la case de trois (tourne, terne).",
    differs: "diffère du jeu ordinaire",
    others: "Les variantes selon les sources",
    inside: "Choisir",
    chosen: "Choisie",
    notInside: "absente de cette page",
    costs: {
      title: "Ce que coûte chaque règle",
      intro:
        "Le jeu ordinaire avec une seule règle changée, quand les deux joueurs jouent au mieux. Choix changés : sur les 105 002 du jeu ordinaire, ceux où le meilleur coup n’est plus le même. Parties concernées : celles où un jet se joue autrement, ou qui comptent deux points.",
      heads: ["Règle", "Le premier à lancer gagne", "Jets par partie", "Choix changés", "Parties concernées"],
      names: {
        standard: "Jeu ordinaire",
        "standard with one die": "Un seul dé",
        "forced-entry": "Rentrée forcée",
        "entry-first": "Rentrée d’abord",
        "standard with any number of men on a point": "Les dames partagent les cases et se dépassent",
        "standard with men that overshoot home go off": "Les dames qui dépassent le coin ressortent",
        "double-win": "Partie double",
      },
      all: "toutes",
      moreThan: (share) => `plus de ${share}`,
    },
    worth: {
      title: "Ce que vaut chaque chose",
      intro: (turn) =>
        `La valeur d’une chose : les chances de gagner avec elle moins les chances sans elle, en pour cent, en moyenne sur des parties ordinaires jouées au mieux. Avoir le trait vaut ${turn}.`,
      picture: "Valeur d’une dame adverse battue, case par case",
      off: "dehors",
      heads: ["Case", "Y battre une dame adverse", "Amener une dame de là au coin", "Une case de plus", "Dame qui bloque les siennes"],
      homes: (homes) =>
        `La première dame au coin vaut ${homes[0]}, la deuxième ${homes[1]}, la dernière ${homes[2]}. Un blocage est votre propre dame sur le chemin de celles de derrière ; une dame adverse ne bloque personne. Là où la case suivante est prise, on ne peut avancer d’une case.`,
      entering: "Entrer ou courir, quand on ne peut ni battre ni amener une dame au coin",
      cases: [
        "La course dépasse une dame adverse",
        "Sinon : aucune dame adverse 1 à 6 cases devant l’entrée",
        "Sinon : une dame adverse 1 à 6 cases devant l’arrivée de la course",
        "Sinon",
      ],
      caseHeads: ["Si", "Jouez", "Gain", "Juste dans"],
      enter: "entrer",
      run: "courir",
      even: "au choix",
    },
    about: "Les nombres",
    aboutText:
      "Une valeur est ce qu’obtient le joueur au trait si les deux jouent au mieux : la probabilité de gagner, ou des points là où une partie peut compter double. Valeurs et meilleurs coups sont prouvés, non estimés : ils viennent du fichier de solution contenu dans cette page.",
  },
};
