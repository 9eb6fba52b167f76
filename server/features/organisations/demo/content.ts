// The content of the demo's courses for learners. Retired courses have none.
import type { Entry } from "../file/schema.ts";

type Content = NonNullable<Entry<"courses">["content"]>;
/** The positions of the correct options, from 0. */
type Question = readonly [text: string, options: string[], ...correct: number[]];

const read = (...paragraphs: string[]): Content => ({ kind: "document", text: paragraphs.join("\n\n") });
const ask = (...questions: Question[]): Content => ({
  kind: "quiz",
  questions: questions.map(([text, options, ...correct]) => ({ text, options, correct })),
});

/** Content by course code. */
export const contents: Readonly<Record<string, Content>> = {
  "FORKLIFT-01": ask(
    ["When do you check the truck?", ["Before each shift", "Once a month", "When it makes a noise"], 0],
    [
      "How do you drive with a load?",
      ["As high as possible", "Low, with the mast tilted back", "With the mast tilted forward"],
      1,
    ],
    [
      "You cannot see over the load. What do you do?",
      ["Drive in reverse, or with a guide", "Drive slowly forward", "Sound the horn"],
      0,
    ],
  ),
  "FORKLIFT-02": ask(
    [
      "What does the load chart tell you?",
      ["What may be lifted to which height", "The price of the truck", "The speed limit"],
      0,
    ],
    ["You hit a rack upright. What now?", ["Report it, and close the aisle", "Go on if nothing fell", "Straighten it"], 0],
  ),
  "HEIGHT-01": read(
    "Work at height begins where a fall could injure you. Ask first whether the work can be done from the ground.",
    "Prefer guard rails to harnesses, and harnesses to ladders. A ladder is a way up, not a place to work.",
    "Before each use check your harness: straps, seams, buckles, and the date of its last inspection. After a fall it is taken out of use.",
    "Never work on a roof alone. Know how to rescue a person who hangs in a harness within ten minutes.",
  ),
  "FIRSTAID-01": read(
    "This course is held in a room, two days of eight hours. Here is what you take home.",
    "Look after your own safety first. Call 112: where, what, how many, and wait for questions.",
    "A person who does not answer and does not breathe normally needs 30 compressions and 2 breaths, without a break, until help comes. Send for the defibrillator.",
    "Press on a bleeding wound. Cool a burn with running water for ten minutes.",
  ),
  "GDPR-01": ask(
    ["What is personal data?", ["Whatever tells of a person who can be identified", "Only names", "Only health data"], 0],
    [
      "You sent a list of employees to the wrong address. What now?",
      ["Wait for an answer", "Tell the data protection officer at once"],
      1,
    ],
    ["A colleague asks for your password, for a minute.", ["Refuse", "Say it, and change it later"], 0],
  ),
  "CRANE-01": read(
    "Operate the crane only with a written authorisation. Look at hook, rope and limit switches before the shift.",
    "Do not stand under a load, and do not move a load over people. One person gives the signals; a stop signal from any person counts.",
  ),
  "WELD-01": ask(
    ["Who may begin hot work?", ["Every worker with a torch", "The holder of a permit for this place and this day"], 1],
    ["How long is the place watched afterwards?", ["As long as the permit says", "Not at all", "Until the shift ends"], 0],
  ),
  "FIRE-01": read(
    "A fire needs fuel, oxygen and heat: a warden sees to it that they do not meet.",
    "On your round look for blocked exits, wedged fire doors, rubbish near machines, and extinguishers that are missing.",
  ),
  "FIRE-02": read(
    "At the alarm put on your vest, close windows and doors, and search your area room by room, toilets too.",
    "Do not take the lift or go back for a coat. Report at the assembly point: area, searched or not, who is missing.",
  ),
  "LEAD-01": read(
    "Say what you have seen, what it does to the work, and what you want. Leave out what you suspect.",
    "Ask one question, and wait for the answer longer than you find comfortable.",
  ),
  "LEAD-02": read(
    "Decide who decides before you discuss what. Write down what was decided, by whom, and when you will look at it again.",
    "A decision that can be undone is made fast; one that cannot is made slowly and not alone.",
  ),
  "BHP-00": read(
    "Zasady bezpieczeństwa obowiązujące w zakładzie. Przeczytaj i potwierdź.",
    "Na terenie zakładu chodź wyznaczonymi drogami i noś kamizelkę. W hali obowiązują buty ochronne.",
    "Maszynę obsługuje tylko osoba przeszkolona. Nie zdejmuj osłon i nie obchodź zabezpieczeń.",
    "Każdy wypadek i każde zdarzenie potencjalnie wypadkowe zgłoś przełożonemu tego samego dnia.",
  ),
  "BHP-01": ask(
    ["Co robisz najpierw, gdy widzisz wyciek?", ["Sprzątam sam", "Zabezpieczam miejsce i zgłaszam", "Nic"], 1],
    ["Kiedy wolno zdjąć osłonę maszyny?", ["Po odłączeniu zasilania", "Gdy się spieszę"], 0],
  ),
  "LOTO-01": ask(
    ["Who removes your lock?", ["Only you", "The shift leader", "The next user of the machine"], 0],
    ["What comes after locking?", ["Work begins", "A try to start the machine, which must fail"], 1],
  ),
  "CHEM-01": read(
    "Vor der Arbeit mit einem Stoff steht die Betriebsanweisung: Gefahren, Schutz, Verhalten im Notfall, Entsorgung.",
    "Gefahrstoffe werden nie in Flaschen für Lebensmittel gefüllt. Jedes Gefäß trägt ein Etikett mit Namen und Piktogramm.",
  ),
  "NOISE-01": read(
    "From 85 dB(A) hearing protection is worn; the signs at the doors say where. Damage to hearing does not heal.",
    "Roll the plug, pull the ear up and back, insert, and hold it for half a minute.",
  ),
  "ERGO-01": { kind: "link", url: "https://osha.europa.eu/en/themes/musculoskeletal-disorders" },
  "COLD-01": read(
    "Below minus 5 degrees wear the suit, the gloves and the boots that lie at the gate, and drink something warm in each break.",
    "Stay no longer than 90 minutes without a break. The door can always be opened from inside; the alarm is beside it.",
  ),
  "FOOD-01": ask(
    ["What is a critical control point?", ["A step at which a hazard is controlled", "The entrance to the plant"], 0],
    ["A chilled pallet stood at the gate for three hours.", ["Take it in quickly", "Block it and report it"], 1],
  ),
  "DRIVE-01": read(
    "Look where you want to go, twelve seconds ahead. Two seconds of distance, four when it is wet.",
    "What you cannot see you assume to be there: the child behind the bus, the car behind the lorry.",
  ),
  "TACHO-01": ask(
    ["How long may you drive before a break of 45 minutes?", ["4.5 hours", "6 hours", "9 hours"], 0],
    ["Loading counts as", ["rest", "other work"], 1],
  ),
  "ADR-01": read(
    "Before the journey: transport document, instructions in writing, orange plates, equipment of the vehicle.",
    "In an accident: engine off, warn others, call 112 and give the number on the lower half of the plate.",
  ),
  "SEC-01": ask(
    ["You leave your desk. What do you do?", ["Lock the screen", "Switch off the monitor"], 0],
    ["Where do you keep passwords?", ["In the password manager", "Under the keyboard", "In a spreadsheet"], 0],
  ),
  "SEC-02": ask(
    ["The director writes from a private address: transfer money today.", ["Do it", "Call the director on the known number"], 1],
    ["You clicked the link. What now?", ["Tell IT at once", "Delete the mail and say nothing"], 0],
  ),
  "CODE-01": read(
    "Be fair to colleagues, customers and companies that work with us. Return presents of more than a small value.",
    "Report what is wrong, to the shift leader or without your name through the letter box at the gate. Reporting has no disadvantages for you.",
  ),
  "QUAL-01": read(
    "A fault that is found here costs one part; found by the customer it costs a day. Everybody may stop the line.",
    "Part, time, what you saw: three things on the red card, and the part goes into the red box.",
  ),
  "ENV-01": read(
    "Paper and cardboard blue, plastics yellow, metal grey, oily rags in the closed red bin. When in doubt, ask before you throw.",
    "Nothing but water goes into a drain in the yard: it leads to the river.",
  ),
  "EXCEL-01": read(
    "One row is one thing, one column one property, and the first row says which. Then sorting, filters and pivot tables work.",
    "Never type a number into a formula: give it a cell and a name.",
  ),
};
