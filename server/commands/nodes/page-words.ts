// Texts of the operators' page of nodes, in the panel's languages and terms.
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
  /** Texts for the states of infra.placement: `at` is the node with the row, `node` the other one. */
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
  de: {
    title: "Knoten",
    page: "Seite",
    as_of: "Stand",
    pause: "Aktualisierung anhalten",
    resume: "Selbst aktualisieren",
    nodes: "Knoten",
    node: "Knoten",
    state: "Zustand",
    answers: "Antwortet",
    version: "Version",
    organisations: "Organisationen",
    people: "Personen",
    database: "Datenbank",
    connections: "Verbindungen",
    oldest_due: "Älteste fällige Arbeit",
    moves: "Im Umzug und umgezogen",
    no_moves: "Jede Organisation ist dort, wo sie begann.",
    code: "Organisationscode",
    name: "Name",
    since: "Seit",
    search: "Organisationscode beginnt mit",
    find: "Suchen",
    nothing_found: "Keine Organisation gefunden.",
    here: "In Betrieb",
    of: (used, most) => `${used} von ${most}`,
    more: (shown) => `Die ersten ${shown} werden angezeigt. Suchen Sie nach den anderen.`,
    states: {
      copying: (at, node) => `Wird von ${at} nach ${node} kopiert`,
      closing: (at, node) => `Verlässt ${at} nach ${node}: Hintergrundarbeit endet`,
      paused: (at, node) => `Angehalten, auf dem Weg von ${at} nach ${node}`,
      moving_in: (at, node) => `Kommt bei ${at} an, von ${node}`,
      moved: (at, node) => `Ist von ${at} nach ${node} umgezogen`,
    },
  },
  fr: {
    title: "Nœuds",
    page: "Page",
    as_of: "État au",
    pause: "Arrêter l’actualisation",
    resume: "Actualiser automatiquement",
    nodes: "Nœuds",
    node: "Nœud",
    state: "État",
    answers: "Répond",
    version: "Version",
    organisations: "Organisations",
    people: "Personnes",
    database: "Base de données",
    connections: "Connexions",
    oldest_due: "Travail dû le plus ancien",
    moves: "En déplacement, et déplacées",
    no_moves: "Chaque organisation est là où elle a commencé.",
    code: "Code d’organisation",
    name: "Nom",
    since: "Depuis",
    search: "Le code d’organisation commence par",
    find: "Rechercher",
    nothing_found: "Aucune organisation trouvée.",
    here: "En service",
    of: (used, most) => `${used} sur ${most}`,
    more: (shown) => `Les ${shown} premières sont affichées. Recherchez les autres.`,
    states: {
      copying: (at, node) => `En cours de copie de ${at} vers ${node}`,
      closing: (at, node) => `Quitte ${at} pour ${node} : le travail en arrière-plan se termine`,
      paused: (at, node) => `En pause, en chemin de ${at} vers ${node}`,
      moving_in: (at, node) => `Arrive à ${at} depuis ${node}`,
      moved: (at, node) => `A été déplacée de ${at} vers ${node}`,
    },
  },
  es: {
    title: "Nodos",
    page: "Página",
    as_of: "Situación a",
    pause: "Detener la actualización",
    resume: "Actualizar automáticamente",
    nodes: "Nodos",
    node: "Nodo",
    state: "Estado",
    answers: "Responde",
    version: "Versión",
    organisations: "Organizaciones",
    people: "Personas",
    database: "Base de datos",
    connections: "Conexiones",
    oldest_due: "Trabajo pendiente más antiguo",
    moves: "En traslado y trasladadas",
    no_moves: "Cada organización está donde empezó.",
    code: "Código de organización",
    name: "Nombre",
    since: "Desde",
    search: "El código de organización empieza por",
    find: "Buscar",
    nothing_found: "No se ha encontrado ninguna organización.",
    here: "En servicio",
    of: (used, most) => `${used} de ${most}`,
    more: (shown) => `Se muestran las primeras ${shown}. Busque las demás.`,
    states: {
      copying: (at, node) => `Se está copiando de ${at} a ${node}`,
      closing: (at, node) => `Deja ${at} para ir a ${node}: termina el trabajo en segundo plano`,
      paused: (at, node) => `En pausa, de camino de ${at} a ${node}`,
      moving_in: (at, node) => `Llega a ${at} desde ${node}`,
      moved: (at, node) => `Se ha trasladado de ${at} a ${node}`,
    },
  },
  uk: {
    title: "Вузли",
    page: "Сторінка",
    as_of: "Станом на",
    pause: "Зупинити оновлення",
    resume: "Оновлювати автоматично",
    nodes: "Вузли",
    node: "Вузол",
    state: "Стан",
    answers: "Відповідає",
    version: "Версія",
    organisations: "Організації",
    people: "Люди",
    database: "База даних",
    connections: "З’єднання",
    oldest_due: "Найдавніша невиконана робота",
    moves: "Переносяться та перенесені",
    no_moves: "Кожна організація там, де її створено.",
    code: "Код організації",
    name: "Назва",
    since: "З",
    search: "Код організації починається з",
    find: "Шукати",
    nothing_found: "Жодної організації не знайдено.",
    here: "Працює",
    of: (used, most) => `${used} з ${most}`,
    more: (shown) => `Показано перші ${shown}. Решту знайдіть пошуком.`,
    states: {
      copying: (at, node) => `Копіюється з ${at} до ${node}`,
      closing: (at, node) => `Залишає ${at}, переходить до ${node}: фонова робота завершується`,
      paused: (at, node) => `Призупинена, на шляху з ${at} до ${node}`,
      moving_in: (at, node) => `Прибуває до ${at} з ${node}`,
      moved: (at, node) => `Перенесена з ${at} до ${node}`,
    },
  },
};
