import type { components } from "../../api/schema.d.ts";

type Content = NonNullable<components["schemas"]["CourseDetail"]["content"]>;
export type Question = { text: string; options: { text: string; right: boolean }[] };

export const kinds = ["link", "document", "quiz", "package"] as const;

export const newQuestion = (): Question => ({ text: "", options: [newOption(), newOption()] });
export const newOption = () => ({ text: "", right: false });

/** What the form of a course's content begins with. */
export function valuesOf(content: Content | null, instructions: string | null) {
  const questions: Question[] =
    content?.kind === "quiz"
      ? content.questions.map(({ text, options, correct }) => ({
          text,
          options: options.map((option, place) => ({ text: option, right: correct.includes(place) })),
        }))
      : [newQuestion()];
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

export type ContentValues = ReturnType<typeof valuesOf>;

/** What the form says to the server. */
export function bodyOf({ content, instructions }: ContentValues) {
  return { ...contentOf(content), instructions: instructions.trim() === "" ? null : instructions };
}

function contentOf({ kind, url, text, package_id, questions }: ContentValues["content"]) {
  if (kind === "") return { content: null };
  if (kind === "link") return { content: { kind, url } };
  if (kind === "document") return { content: { kind, text } };
  if (kind === "package") return { content: { kind, package_id } };
  const asked = questions.map((question) => ({
    text: question.text,
    options: question.options.map((option) => option.text),
    correct: question.options.flatMap(({ right }, place) => (right ? [place] : [])),
  }));
  return { content: { kind, questions: asked } };
}
