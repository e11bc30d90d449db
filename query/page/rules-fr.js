// The texts of the library about rule sets in French, by the English text.
"use strict";

/** @type {Record<string, string>} */
const RULES_FR = {
  board: "le tablier",
  beginning: "le début",
  throw: "le jet",
  move: "le coup",
  "own men": "ses propres dames",
  home: "le coin de repos",
  hits: "battre",
  "re-entry": "rentrer",
  winning: "gagner",
  "Charpentier 1699, as presented by Lalanne": "Charpentier 1699, d’après Lalanne",
  "Littré's dictionary": "Dictionnaire de Littré",
  "the lower of two dice, one man a point": "le plus faible de deux dés, une dame d’un camp par case",
  "a hit man re-enters as soon as it can": "une dame battue rentre au premier jet qui le permet",
  "nothing but entries while a hit man is off":
    "on ne joue que des rentrées tant qu’une dame battue est hors du tablier",
  "a win counts 2 if the loser has no man home": "une partie compte 2 points si le perdant n’a aucune dame au coin",
  "one die, men share points, too far is off": "un dé, les dames partagent les cases, au-delà du coin on ressort",
  "Each player has three men, off the board at first, and a lane of twelve points on its own side. Point n of one lane faces point n of the other. No man enters the other lane.":
    "Chaque joueur a trois dames, d’abord hors du tablier, et douze cases de son côté. La case n d’un côté fait face à la case n de l’autre. Aucune dame ne passe de l’autre côté.",
  "Each player throws one die, and the higher begins; equal dice are thrown again.":
    "Chacun lance un dé, et le plus fort commence ; à égalité on relance.",
  "Whoever begins makes a fresh throw of both dice.": "Celui qui commence fait un nouveau jet des deux dés.",
  "Whoever begins makes a fresh throw.": "Celui qui commence fait un nouveau jet.",
  "Throw two dice and play the lower; of a doublet play one die, once. Of the 36 throws, 11 play a 1, 9 a 2, 7 a 3, 5 a 4, 3 a 5, and 1 a 6.":
    "On lance deux dés et on joue le plus faible ; d’un doublet on joue un dé, une fois. Sur 36 jets, 11 jouent un 1, 9 un 2, 7 un 3, 5 un 4, 3 un 5 et 1 un 6.",
  "Throw one die and play it.": "On lance un dé et on le joue.",
  "Move one man forward exactly as many points as the die shows. A man that is off enters on the point of the die's number. A player with a legal move must play; a player without one passes.":
    "On avance une dame d’exactement autant de cases que le dé l’indique. Une dame hors du tablier entre sur la case du nombre du dé. Qui peut jouer doit jouer ; qui ne peut pas passe.",
  "Points 1 to 11 hold one man of a side, and no man passes over another of its side. A man that enters passes over all points below the one where it enters.":
    "Les cases 1 à 11 n’accueillent qu’une dame d’un camp, et aucune dame ne passe par-dessus une dame de son camp. Une dame qui entre passe par-dessus toutes les cases avant celle où elle entre.",
  "Any number of men of a side may share a point, and men pass over each other freely.":
    "Les dames d’un camp peuvent partager une case, et passent librement les unes par-dessus les autres.",
  "Point 12 is home. It holds any number of men and is reached by exact count only. A man that is home never moves again and cannot be hit.":
    "La case 12 est le coin de repos. Elle accueille autant de dames qu’on veut et s’atteint par le nombre exact seulement. Une dame au coin ne joue plus et ne peut être battue.",
  "Point 12 is home. It holds any number of men. A man whose die would take it beyond home goes back off the board. A man that is home never moves again and cannot be hit.":
    "La case 12 est le coin de repos. Elle accueille autant de dames qu’on veut. Une dame que son dé mènerait au-delà ressort du tablier. Une dame au coin ne joue plus et ne peut être battue.",
  "Any man that is not home may be chosen, also one that will overshoot: a player can always move, and must.":
    "On peut choisir toute dame qui n’est pas au coin, même celle qui ira au-delà : on peut toujours jouer, et on le doit.",
  "Unless a man must re-enter, any man that is not home may be chosen, also one that will overshoot.":
    "À moins qu’une dame ne doive rentrer, on peut choisir toute dame qui n’est pas au coin, même celle qui ira au-delà.",
  "A man that arrives on a point 1 to 11 opposite an enemy man hits it: that man goes off the board and starts again.":
    "Une dame qui arrive sur une case 1 à 11 en face d’une dame ennemie la bat : celle-ci sort du tablier et recommence.",
  "Hitting is not optional: a man that lands there hits, wanted or not.":
    "Battre n’est pas au choix : une dame qui arrive là bat, qu’on le veuille ou non.",
  "A man that arrives on a point 1 to 11 opposite enemy men hits them: they go off the board and start again.":
    "Une dame qui arrive sur une case 1 à 11 en face de dames ennemies les bat : elles sortent du tablier et recommencent.",
  "Hits stay in this variant, and all men on the point are hit. Hitting is not optional.":
    "On bat aussi dans cette variante, et toutes les dames de la case. Battre n’est pas au choix.",
  "A man that was hit re-enters whenever its owner chooses, like a man that never entered.":
    "Une dame battue rentre quand son joueur le veut, comme une dame qui n’est pas encore entrée.",
  "The other general sources do not say when.": "Les autres sources générales ne disent pas quand.",
  "While a player has a man off that was hit, a throw that lets a man enter must be used to enter it. A throw with which no man can enter may be played elsewhere.":
    "Tant qu’un joueur a une dame battue hors du tablier, un jet qui permet d’entrer doit servir à la rentrer. Un jet qui ne permet à aucune dame d’entrer peut être joué ailleurs.",
  "While a player has a man off that was hit, it may play nothing but an entry. A throw that lets no man enter passes the turn, even if other men could move.":
    "Tant qu’un joueur a une dame battue hors du tablier, il ne peut rien jouer d’autre qu’une rentrée. Un jet qui ne permet à aucune dame d’entrer fait passer le tour, même si d’autres dames pouvaient jouer.",
  "The duty lasts until the man is back, and holds for each man that was hit. Men that never entered carry none; a man that enters while a hit man waits is the hit man.":
    "L’obligation dure jusqu’au retour de la dame, et vaut pour chaque dame battue. Les dames jamais entrées n’y sont pas soumises ; une dame qui entre tandis qu’une dame battue attend est la dame battue.",
  "The first to bring all three men home wins one point. A match may be played to an agreed number of points.":
    "Le premier qui amène ses trois dames au coin gagne un point. On peut jouer en un nombre de points convenu.",
  "The first to bring all three men home wins one point, or two if the loser has no man home. A match may be played to an agreed number of points.":
    "Le premier qui amène ses trois dames au coin gagne un point, ou deux si le perdant n’a aucune dame au coin. On peut jouer en un nombre de points convenu.",
};
