// Made by `npm run generate` from common.json in panel/src/locales/; do not edit.
import type { Language } from "../../../platform/languages.ts";
import type { Flag } from "./status.ts";

/** What flags are called in files, in every language. */
export const flag_names: Readonly<Record<Language, Readonly<Record<Flag, string>>>> = {
  en: {
    OVERDUE: "Overdue",
    PENDING: "Pending",
    IN_PROGRESS: "In progress",
    EXPIRING_SOON: "Expiring soon",
    COMPLIANT: "Compliant",
  },
  pl: {
    OVERDUE: "Po terminie",
    PENDING: "Oczekuje",
    IN_PROGRESS: "W toku",
    EXPIRING_SOON: "Wkrótce wygasa",
    COMPLIANT: "Zgodny",
  },
  de: {
    OVERDUE: "Überfällig",
    PENDING: "Ausstehend",
    IN_PROGRESS: "In Bearbeitung",
    EXPIRING_SOON: "Läuft bald ab",
    COMPLIANT: "Erfüllt",
  },
  fr: {
    OVERDUE: "En retard",
    PENDING: "En attente",
    IN_PROGRESS: "En cours",
    EXPIRING_SOON: "Expire bientôt",
    COMPLIANT: "Conforme",
  },
  es: {
    OVERDUE: "Vencido",
    PENDING: "Pendiente",
    IN_PROGRESS: "En curso",
    EXPIRING_SOON: "Caduca pronto",
    COMPLIANT: "Conforme",
  },
  uk: {
    OVERDUE: "Прострочено",
    PENDING: "Очікує",
    IN_PROGRESS: "Триває",
    EXPIRING_SOON: "Скоро закінчиться",
    COMPLIANT: "Відповідає",
  },
};
