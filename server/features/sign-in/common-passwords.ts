// Recognises long passwords that are easy to guess: common words that are combined, numbered and decorated. Rules generate the
// combinations from the words below, because a list would have hundreds of thousands of entries.

const usual_words = `
  password passwort passwd pass haslo hasło motdepasse contrasena senha parola secret secrets geheim tajne
  admin administrator root user guest login logon signin access enter open welcome witaj witam willkommen hello hallo hej czesc
  qwerty qwertz azerty asdf asdfgh zxcvbn zxcv qazwsx qweasd qwe asd zxc abc abcd abcdef xyz aaa
  letmein changeme changeit default temp temporary test testing tester demo sample example trial first new old
  iloveyou love lover kocham kochanie kotek misiek misiu skarb honey baby angel princess prince sunshine flower rose lily
  monkey dragon tiger lion eagle panda bear wolf horse dog cat kitty puppy fish bird butterfly unicorn
  football soccer baseball basketball hockey tennis golf pilka legia lech barcelona madrid chelsea arsenal liverpool
  summer winter spring autumn fall lato zima wiosna jesien sommer herbst
  january february march april may june july august september october november december
  styczen luty marzec kwiecien maj czerwiec lipiec sierpien wrzesien pazdziernik listopad grudzien
  monday tuesday wednesday thursday friday saturday sunday today tomorrow weekend holiday
  polska poland warszawa krakow gdansk poznan wroclaw lodz london paris berlin america england europe
  michael jennifer jordan michelle daniel jessica ashley matthew andrew joshua thomas robert william charlie george
  anna maria kasia asia ania ola ewa kamil piotr pawel adam marcin tomek mateusz bartek jakub
  superman batman spiderman pokemon starwars starwarsfan naruto hobbit gandalf merlin matrix ninja samurai pirate
  master boss king queen champion winner hunter killer rock star super mega ultra power magic lucky happy
  computer internet windows microsoft google apple facebook android samsung nokia laptop server network system office
  money cash bank credit gold silver diamond coffee pizza chocolate cookie banana orange cherry pepper cheese
  company work job business team school student teacher training course learn learning academy safety health
  please trustno trustnoone nothing something whatever forever always never blink freedom heaven jesus god christ
  the and my your our i you is my it this that for one two three four five six seven eight nine ten me we am on in
  muster platform panel integration
`
  .split(/\s+/)
  .filter((word) => word.length > 0);

const look_alikes: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};
const keyboard_rows = [
  "1234567890",
  "0987654321",
  "qwertyuiop",
  "qwertzuiop",
  "azertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "yxcvbnm",
  "abcdefghijklmnopqrstuvwxyz",
];
/** A run of at least this many neighbouring letters of a keyboard or the alphabet counts as one word. */
const run_min = 4;
const repeated_unit_max = 6;

/**
 * Whether a password is easy to guess: a combination of common words and words from its context (the organisation, the account)
 * with numbers and signs in between, or a short piece that is repeated.
 */
export function isCommonPassword(password: string, surroundings: readonly string[]): boolean {
  const plain = fold(password);
  if (isRepetition(plain)) return true;
  const words = new Set([...usual_words.map(fold), ...surroundings.flatMap(wordsOf)]);
  return consistsOf(plain, words);
}

function fold(text: string): string {
  return text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("ł", "l");
}

function undress(text: string): string {
  return text.replace(/[013457@$!]/g, (sign) => look_alikes[sign]!);
}

/** The words of a name or address that are long enough to matter. */
function wordsOf(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= 3);
}

function isRepetition(text: string): boolean {
  for (let unit = 1; unit <= repeated_unit_max; unit += 1) {
    const repeated = text
      .slice(0, unit)
      .repeat(Math.ceil(text.length / unit))
      .slice(0, text.length);
    if (repeated === text && text.length >= 2 * unit) return true;
  }
  return false;
}

/** Whether a text consists only of the given words, runs of keys, numbers and signs. */
function consistsOf(text: string, words: ReadonlySet<string>): boolean {
  const undressed = undress(text);
  const reached = Array.from({ length: text.length + 1 }, (_, at) => at === 0);
  for (let at = 0; at < text.length; at += 1) {
    if (!reached[at]) continue;
    if (/[^\p{L}]/u.test(text[at]!)) reached[at + 1] = true;
    for (let end = at + 1; end <= text.length; end += 1) {
      const piece = text.slice(at, end);
      if (words.has(piece) || words.has(undressed.slice(at, end)) || isRun(piece)) reached[end] = true;
    }
  }
  return reached[text.length]!;
}

function isRun(piece: string): boolean {
  if (piece.length < run_min) return false;
  return keyboard_rows.some((row) => row.includes(piece)) || new Set(piece).size === 1;
}
