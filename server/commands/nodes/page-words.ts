// What the operators' page of nodes says, in the panel's languages and terms.
import type { Language } from "../../platform/languages.ts";

export type Words = Record<
  | "title"
  | "page"
  | "as_of"
  | "pause"
  | "resume"
  | "nodes"
  | "node"
  | "state"
  | "answers"
  | "version"
  | "organisations"
  | "people"
  | "database"
  | "connections"
  | "oldest_due"
  | "moves"
  | "no_moves"
  | "code"
  | "name"
  | "since"
  | "search"
  | "find"
  | "nothing_found"
  | "here",
  string
> & {
  of: (used: number, most: number) => string;
  more: (shown: number) => string;
  /** By what stands in infra.placement: at a node, of the other one. */
  states: Record<string, (at: string, node: string) => string>;
};

export const words: Record<Language, Words> = {
  en: {
    title: "Nodes",
    page: "Page",
    as_of: "As of",
    pause: "Stop refreshing",
    resume: "Refresh by itself",
    nodes: "Nodes",
    node: "Node",
    state: "State",
    answers: "Answers",
    version: "Version",
    organisations: "Organisations",
    people: "People",
    database: "Database",
    connections: "Connections",
    oldest_due: "Oldest due work",
    moves: "On the move, and moved",
    no_moves: "Every organisation is where it began.",
    code: "Tenant code",
    name: "Name",
    since: "Since",
    search: "Tenant code begins with",
    find: "Search",
    nothing_found: "No organisation was found.",
    here: "In service",
    of: (used, most) => `${used} of ${most}`,
    more: (shown) => `The first ${shown} are shown. Search for the others.`,
    states: {
      copying: (at, node) => `Is being copied from ${at} to ${node}`,
      closing: (at, node) => `Leaves ${at} for ${node}: background work ends`,
      paused: (at, node) => `Paused, on its way from ${at} to ${node}`,
      moving_in: (at, node) => `Arrives at ${at} from ${node}`,
      moved: (at, node) => `Has moved from ${at} to ${node}`,
    },
  },
  pl: {
    title: "Węzły",
    page: "Strona",
    as_of: "Stan na",
    pause: "Nie odświeżaj",
    resume: "Odświeżaj samoczynnie",
    nodes: "Węzły",
    node: "Węzeł",
    state: "Stan",
    answers: "Odpowiada",
    version: "Wersja",
    organisations: "Organizacje",
    people: "Osoby",
    database: "Baza danych",
    connections: "Połączenia",
    oldest_due: "Najstarsza zaległa praca",
    moves: "Przenoszone i przeniesione",
    no_moves: "Każda organizacja jest tam, gdzie powstała.",
    code: "Kod organizacji",
    name: "Nazwa",
    since: "Od",
    search: "Kod organizacji zaczyna się od",
    find: "Szukaj",
    nothing_found: "Nie znaleziono żadnej organizacji.",
    here: "Działa",
    of: (used, most) => `${used} z ${most}`,
    more: (shown) => `Pokazano pierwszych ${shown}. Pozostałych poszukaj.`,
    states: {
      copying: (at, node) => `Kopiowana z ${at} do ${node}`,
      closing: (at, node) => `Opuszcza ${at}, przechodzi do ${node}: praca w tle się kończy`,
      paused: (at, node) => `Wstrzymana, w drodze z ${at} do ${node}`,
      moving_in: (at, node) => `Przybywa do ${at} z ${node}`,
      moved: (at, node) => `Przeniesiona z ${at} do ${node}`,
    },
  },
};
