import { notifications } from "@mantine/notifications";
import i18next from "i18next";
import { isProblem, step_up_cancelled_code } from "../api/problem.ts";
import { problemText } from "./forms/problem-text.ts";

/** A short message that something was done or failed, announced by screen readers. Use a dialog for what needs an answer. */
export const toast = {
  done: (message: string): void => {
    notifications.show({
      message,
      color: "green",
      withCloseButton: true,
      closeButtonProps: { "aria-label": i18next.t("common:close") },
    });
  },
  failed: (error: unknown): void => {
    if (isProblem(error, step_up_cancelled_code)) return;
    const { title, detail } = problemText(error, i18next.t);
    notifications.show({
      title,
      message: detail ?? "",
      color: "red",
      autoClose: 12_000,
      withCloseButton: true,
      closeButtonProps: { "aria-label": i18next.t("common:close") },
    });
  },
};
