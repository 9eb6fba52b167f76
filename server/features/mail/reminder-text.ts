import type { Language } from "../../platform/languages.ts";
import type { Envelope, Facts, Letter, ReminderKind, ReminderLine, ReminderText } from "./facts.ts";
import { dateIn, instantIn } from "./letters/parts.ts";
import { filled } from "./template.ts";

export const fields_of_letter = ["first_name", "name", "organisation"] as const;

/** The fields that a line may contain. */
export function fieldsOfLine(kind: ReminderKind): readonly string[] {
  if (kind === "session") return [...fields_of_letter, "course_title", "starts_at", "location"];
  return [...fields_of_letter, "course_title", kind === "expiring" ? "ends_on" : "due_on"];
}

type Words = {
  locale: string;
  lines: Readonly<Record<ReminderKind, string>>;
  /** The line for a training without a due date. */
  undated: string;
  no_date: string;
  subject: string;
  text: string;
  test: { subject: string; text: string };
  further: (count: number) => string;
};

const words: Readonly<Record<Language, Words>> = {
  en: {
    locale: "en-GB",
    subject: "Reminder of your training at {organisation}",
    text: "This is a reminder of your training on the training platform of {organisation}:",
    lines: {
      assigned: "{course_title}: assigned to you, due on {due_on}",
      renewed: "{course_title}: to be renewed, due on {due_on}",
      session: "{course_title}: your session is on {starts_at}, {location}",
      due_soon: "{course_title}: due on {due_on}",
      overdue: "{course_title}: was due on {due_on}",
      expiring: "{course_title}: your certificate ends on {ends_on}",
    },
    undated: "{course_title}: assigned to you",
    no_date: "no due date",
    test: { subject: "Test: ", text: "This is a test: it shows how learners are reminded, with invented courses." },
    further: (count) => `and ${count} more`,
  },
  pl: {
    locale: "pl",
    subject: "Przypomnienie o Twoich szkoleniach w organizacji {organisation}",
    text: "przypominamy o Twoich szkoleniach na platformie szkoleniowej organizacji {organisation}:",
    lines: {
      assigned: "{course_title}: przydzielone Tobie, termin: {due_on}",
      renewed: "{course_title}: do odnowienia, termin: {due_on}",
      session: "{course_title}: Twoje zajęcia: {starts_at}, {location}",
      due_soon: "{course_title}: termin: {due_on}",
      overdue: "{course_title}: termin minął: {due_on}",
      expiring: "{course_title}: Twój certyfikat jest ważny do: {ends_on}",
    },
    undated: "{course_title}: przydzielone Tobie",
    no_date: "bez terminu",
    test: {
      subject: "Test: ",
      text: "to jest test: pokazuje, jak przypominamy uczestnikom szkoleń; szkolenia są zmyślone.",
    },
    further: (count) => `oraz kolejne: ${count}`,
  },
  de: {
    locale: "de-DE",
    subject: "Erinnerung an Ihre Schulungen bei {organisation}",
    text: "wir erinnern Sie an Ihre Schulungen auf der Schulungsplattform von {organisation}:",
    lines: {
      assigned: "{course_title}: Ihnen zugewiesen, fällig am {due_on}",
      renewed: "{course_title}: zu erneuern, fällig am {due_on}",
      session: "{course_title}: Ihr Kurstermin ist am {starts_at}, {location}",
      due_soon: "{course_title}: fällig am {due_on}",
      overdue: "{course_title}: war fällig am {due_on}",
      expiring: "{course_title}: Ihr Zertifikat endet am {ends_on}",
    },
    undated: "{course_title}: Ihnen zugewiesen",
    no_date: "ohne Frist",
    test: { subject: "Test: ", text: "dies ist ein Test: Er zeigt, wie Lernende erinnert werden, mit erfundenen Kursen." },
    further: (count) => `und ${count} weitere`,
  },
  fr: {
    locale: "fr-FR",
    subject: "Rappel de vos formations chez {organisation}",
    text: "Voici un rappel de vos formations sur la plateforme de formation de {organisation} :",
    lines: {
      assigned: "{course_title} : vous est affectée, échéance le {due_on}",
      renewed: "{course_title} : à renouveler, échéance le {due_on}",
      session: "{course_title} : votre session a lieu le {starts_at}, {location}",
      due_soon: "{course_title} : échéance le {due_on}",
      overdue: "{course_title} : l’échéance était le {due_on}",
      expiring: "{course_title} : votre certificat expire le {ends_on}",
    },
    undated: "{course_title} : vous est affectée",
    no_date: "sans échéance",
    test: {
      subject: "Test : ",
      text: "Ceci est un test : il montre comment les apprenants reçoivent un rappel, avec des formations inventées.",
    },
    further: (count) => `et ${count} de plus`,
  },
  es: {
    locale: "es-ES",
    subject: "Recordatorio de su formación en {organisation}",
    text: "Le recordamos su formación en la plataforma de formación de {organisation}:",
    lines: {
      assigned: "{course_title}: se le ha asignado, vence el {due_on}",
      renewed: "{course_title}: por renovar, vence el {due_on}",
      session: "{course_title}: su sesión es el {starts_at}, {location}",
      due_soon: "{course_title}: vence el {due_on}",
      overdue: "{course_title}: venció el {due_on}",
      expiring: "{course_title}: su certificado caduca el {ends_on}",
    },
    undated: "{course_title}: se le ha asignado",
    no_date: "sin fecha de vencimiento",
    test: { subject: "Prueba: ", text: "Esto es una prueba: muestra cómo se recuerda a los alumnos, con cursos inventados." },
    further: (count) => `y ${count} más`,
  },
  uk: {
    locale: "uk-UA",
    subject: "Нагадування про Ваше навчання в організації {organisation}",
    text: "Нагадуємо про Ваше навчання на навчальній платформі організації {organisation}:",
    lines: {
      assigned: "{course_title}: призначено Вам, термін: {due_on}",
      renewed: "{course_title}: потрібно поновити, термін: {due_on}",
      session: "{course_title}: Ваше заняття: {starts_at}, {location}",
      due_soon: "{course_title}: термін: {due_on}",
      overdue: "{course_title}: термін минув: {due_on}",
      expiring: "{course_title}: Ваш сертифікат дійсний до: {ends_on}",
    },
    undated: "{course_title}: призначено Вам",
    no_date: "без терміну",
    test: { subject: "Тест: ", text: "Це тест: він показує, як нагадують учасникам навчання; курси вигадані." },
    further: (count) => `та ще ${count}`,
  },
};

/** The default text, if an organisation has not written its own. */
export function productText(kind: ReminderKind, language: Language): ReminderText {
  const { subject, text, lines } = words[language];
  return { subject, text: [text], line: lines[kind] };
}

/** Subject and text of a reminder. An introduction that is the same as the previous one is not repeated. */
export function remindedOf(facts: Facts["training.reminder"], { name, organisation }: Envelope, language: Language): Letter {
  const { lines, further, is_test, first_name, own } = facts;
  const say = words[language];
  const known = { first_name: first_name === "" ? name : first_name, name, organisation };
  const textOf = (kind: ReminderKind) => own[language]?.[kind] ?? productText(kind, language);
  const sections: { text: string; lines: string[] }[] = [];
  for (const line of lines) {
    const text = filled(textOf(line.kind).text.join("\n"), known);
    const last = sections.at(-1);
    const said = `  - ${lineOf(line)}`;
    if (last?.text === text) last.lines.push(said);
    else sections.push({ text, lines: [said] });
  }
  if (further > 0) sections.at(-1)!.lines.push(`  - ${say.further(further)}`);
  const [first] = lines;
  const subject = filled(textOf(first!.kind).subject, known);
  return {
    subject: `${is_test ? say.test.subject : ""}${subject}`,
    text: [...(is_test ? [say.test.text] : []), ...sections.map((of) => `${of.text}\n\n${of.lines.join("\n")}`)].join("\n\n"),
  };

  function lineOf({ kind, title, date, session }: ReminderLine): string {
    const own_line = own[language]?.[kind]?.line;
    const on = date === null ? say.no_date : dateIn(say.locale, date);
    const line = own_line ?? (date === null ? say.undated : say.lines[kind]);
    const starts_at = session ? `${instantIn(say.locale, session.starts_at, session.time_zone)} (${session.time_zone})` : "";
    return filled(line, { ...known, course_title: title, due_on: on, ends_on: on, starts_at, location: session?.location ?? "" });
  }
}
