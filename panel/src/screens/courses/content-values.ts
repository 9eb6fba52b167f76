import type { components } from "../../api/schema.d.ts";

type Content = NonNullable<components["schemas"]["CourseDetail"]["content"]>;
export type Question = { text: string; options: { text: string; right: boolean }[] };

export const kinds = ["link", "document", "quiz", "package", "items"] as const;

export const newQuestion = (): Question => ({ text: "", options: [newOption(), newOption()] });
export const newOption = () => ({ text: "", right: false });

/** The initial values of the form for a course's content. */
export function valuesOf(content: Content | null, instructions: string | null) {
  const questions: Question[] = content?.kind === "quiz" ? content.questions.map(questionValues) : [newQuestion()];
  const kind: "" | (typeof kinds)[number] = content?.kind ?? "";
  return {
    instructions: instructions ?? "",
    content: {
      kind,
      url: content?.kind === "link" ? content.url : "",
      text: content?.kind === "document" ? content.text : "",
      package_id: content?.kind === "package" ? content.package_id : "",
      questions,
    },
  };
}

/** A question as values of the form. */
export function questionValues({ text, options, correct }: { text: string; options: string[]; correct: number[] }): Question {
  return { text, options: options.map((option, place) => ({ text: option, right: correct.includes(place) })) };
}

export type ContentValues = ReturnType<typeof valuesOf>;

/** The request's body for the form's values. */
export function bodyOf({ content, instructions }: ContentValues) {
  return { ...contentOf(content), instructions: instructions.trim() === "" ? null : instructions };
}

function contentOf({ kind, url, text, package_id, questions }: ContentValues["content"]) {
  // Items are saved on a page of their own.
  if (kind === "items") return {};
  if (kind === "") return { content: null };
  if (kind === "link") return { content: { kind, url } };
  if (kind === "document") return { content: { kind, text } };
  if (kind === "package") return { content: { kind, package_id } };
  return { content: { kind, questions: questions.map(questionOf) } };
}

/** A question as the API takes it. */
export function questionOf({ text, options }: Question) {
  return {
    text,
    options: options.map((option) => option.text),
    correct: options.flatMap(({ right }, place) => (right ? [place] : [])),
  };
}
