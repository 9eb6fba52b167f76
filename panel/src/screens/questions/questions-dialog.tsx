import { useTranslation } from "react-i18next";
import { api } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { DialogForm } from "../../components/forms/dialog-form.tsx";
import { useDialogForm } from "../../components/forms/use-dialog-form.ts";
import { newQuestion, questionOf, questionValues } from "../courses/content-values.ts";
import { QuestionEditor, QuizEditor } from "../courses/quiz-editor.tsx";

type QuestionsDialogProps = {
  opened: boolean;
  onClose: () => void;
  category_id: string;
  /** null: new questions are added. */
  question: components["schemas"]["BankQuestion"] | null;
};

const fields = { "/text": "questions.0.text", "/options": "questions.0.options", "/correct": "questions.0" };

/** Adds questions to a category, or changes one question. */
export function QuestionsDialog({ opened, onClose, category_id, question }: QuestionsDialogProps) {
  const { t } = useTranslation("course-items");
  const { form, save, dialog } = useDialogForm({
    opened,
    onClose,
    values: { questions: [question === null ? newQuestion() : questionValues(question)] },
    draft: question === null ? "questions" : `question-${question.id}`,
    ...(question === null ? {} : { fields }),
    changes: "questions",
    save: async ({ questions }) => {
      const asked = questions.map(questionOf);
      if (question === null)
        await api.POST("/panel/api/question-categories/{id}/questions", {
          params: { path: { id: category_id } },
          body: { questions: asked },
        });
      else await api.PUT("/panel/api/questions/{id}", { params: { path: { id: question.id } }, body: asked[0]! });
    },
    done: t("bank.saved"),
  });
  const title = t(question === null ? "bank.add_questions" : "bank.change");
  return (
    <DialogForm dialog={dialog} title={title} text={t("bank.question_text")} submit={t("common:save")} size="lg">
      {question === null ? (
        <QuizEditor form={form} list="questions" refused={save.error} />
      ) : (
        <QuestionEditor form={form} list="questions" place={0} />
      )}
    </DialogForm>
  );
}
