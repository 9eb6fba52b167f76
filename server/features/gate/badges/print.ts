import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { Language } from "../../../platform/languages.ts";
import type { BadgeRecord } from "./issue.ts";

// The standard fonts of PDF readers have no Polish letters.
const font = fileURLToPath(import.meta.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"));
const bold_font = fileURLToPath(import.meta.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf"));

const words: Record<Language, { title: string; valid: string; works: string; until: string; more: string; note: string }> = {
  en: {
    title: "Badge for the gate",
    valid: "Valid until",
    works: "Works",
    until: "until",
    more: "more: ask by number",
    note: "Counts together with a document of the person.",
  },
  pl: {
    title: "Przepustka na bramę",
    valid: "Ważna do",
    works: "Prace",
    until: "do",
    more: "więcej: zapytaj po numerze",
    note: "Ważna razem z dokumentem tej osoby.",
  },
  de: {
    title: "Ausweis für den Zugang",
    valid: "Gültig bis",
    works: "Arbeiten",
    until: "bis",
    more: "weitere: nach der Nummer fragen",
    note: "Gilt zusammen mit einem Ausweisdokument der Person.",
  },
  fr: {
    title: "Badge d’accès",
    valid: "Valable jusqu’au",
    works: "Travaux",
    until: "jusqu’au",
    more: "de plus : demandez par matricule",
    note: "Vaut avec une pièce d’identité de la personne.",
  },
  es: {
    title: "Credencial de acceso",
    valid: "Válida hasta",
    works: "Trabajos",
    until: "hasta",
    more: "más: consulte por número",
    note: "Vale junto con un documento de la persona.",
  },
  uk: {
    title: "Перепустка",
    valid: "Дійсна до",
    works: "Роботи",
    until: "до",
    more: "ще: перевіряйте за номером",
    note: "Дійсна разом із документом особи.",
  },
};

/** An A6 page. The code is 80 mm wide, so each of its modules is at least 0.8 mm. */
const page_size = "A6";
const margin_pt = 22;
const code_pt = 227;
/** The most works with a line of their own on paper. */
const lines_max = 4;

/** A badge as PDF. `zone`: the time zone for its expiry. */
export async function printBadge(
  badge: BadgeRecord,
  { language, zone }: { language: Language; zone: string },
): Promise<Readable> {
  // Imported when the first badge is printed, so that starting the program does not load them.
  const [{ default: Pdf }, { create }] = await Promise.all([import("pdfkit"), import("qrcode")]);
  const say = words[language];
  const info = { Title: `${say.title} ${badge.employee_no ?? ""}`, Author: badge.organisation };
  const page = new Pdf({ size: page_size, margin: margin_pt, lang: language, displayTitle: true, info });
  page.registerFont("plain", font).registerFont("strong", bold_font);
  const { modules } = create(badge.token, { errorCorrectionLevel: "L" });
  const module_pt = code_pt / modules.size;
  const left = (page.page.width - code_pt) / 2;
  for (let place = 0; place < modules.size ** 2; place += 1) {
    if (!modules.data[place]) continue;
    const [column, row] = [place % modules.size, Math.floor(place / modules.size)];
    page.rect(left + column * module_pt, margin_pt + row * module_pt, module_pt, module_pt);
  }
  page.fill("#000");
  page.y = margin_pt + code_pt + 8;
  const line = (text: string, size: number, strong = false) =>
    page
      .font(strong ? "strong" : "plain")
      .fontSize(size)
      .text(text, margin_pt, page.y, {
        width: page.page.width - 2 * margin_pt,
        align: "center",
        height: size * 1.3,
        ellipsis: true,
      });
  line(badge.full_name, 15, true);
  line([badge.employee_no, badge.contractor_name, badge.organisation].filter(Boolean).join("  ·  "), 9);
  const end = Temporal.Instant.from(badge.valid_until).toZonedDateTimeISO(zone).toPlainDateTime();
  line(`${say.valid} ${end.toString({ smallestUnit: "minute" }).replace("T", " ")}`, 11, true);
  for (const { course_title, last_day } of badge.works.slice(0, lines_max))
    line(last_day === null ? course_title : `${course_title} ${say.until} ${last_day}`, 8);
  const rest = badge.works.length - lines_max + badge.left_out;
  if (rest > 0) line(`+ ${rest} ${say.more}`, 8);
  line(say.note, 7);
  page.end();
  return Readable.from(page);
}
