import type { Language } from "../../../platform/languages.ts";

/** What the player says; {{…}} is filled in by its script. */
export const player_words = {
  en: {
    contents: "Contents",
    content: "Content",
    loading: "Loading …",
    saved: "Saved",
    saving: "Saving …",
    unsaved: "Not saved yet; trying again …",
    superseded: "This course was opened again elsewhere. Go on there, or open it again here.",
    ended: "This page has ended. Open the course again.",
    refused: "The content said something that cannot be kept.",
    passed: "Passed. You can close the course.",
    failed: "Not passed. You can close the course.",
    done: "done",
    not_done: "open",
    failed_item: "not passed",
    gone: "This page has ended, or its address is not complete. Open the course again in the panel.",
  },
  pl: {
    contents: "Spis treści",
    content: "Treść",
    loading: "Wczytywanie …",
    saved: "Zapisano",
    saving: "Zapisywanie …",
    unsaved: "Jeszcze nie zapisano; próbuję ponownie …",
    superseded: "Ten kurs otwarto ponownie w innym miejscu. Kontynuuj tam albo otwórz go ponownie tutaj.",
    ended: "Ta strona wygasła. Otwórz kurs ponownie.",
    refused: "Treść przekazała coś, czego nie można zapisać.",
    passed: "Zaliczone. Możesz zamknąć kurs.",
    failed: "Niezaliczone. Możesz zamknąć kurs.",
    done: "ukończone",
    not_done: "do zrobienia",
    failed_item: "niezaliczone",
    gone: "Ta strona wygasła albo jej adres jest niepełny. Otwórz kurs ponownie w panelu.",
  },
} as const satisfies Record<Language, Record<string, string>>;
