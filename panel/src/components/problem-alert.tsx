import { Alert, Button, CopyButton, Group, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ApiProblem, step_up_cancelled_code } from "../api/problem.ts";
import { problemText } from "./problem-text.ts";
import { useShowing } from "./shown-errors.ts";

/**
 * A failure in place: what happened, its code and request id to report, and a way to try again. Shows nothing for `null`, so that
 * it can stand in a form for good.
 */
export function ProblemAlert(props: ProblemAlertProps) {
  useShowing(props.error);
  return <ProblemBox {...props} />;
}

type ProblemAlertProps = { error: unknown; retry?: () => void };

/** The same for the shell, which shows what no screen does. */
export function ProblemBox({ error, retry }: ProblemAlertProps) {
  const { t } = useTranslation();
  if (!error || (error instanceof ApiProblem && error.code === step_up_cancelled_code)) return null;
  const { title, detail } = problemText(error, t);
  const problem = error instanceof ApiProblem ? error : null;
  const general = problem?.errors.filter(({ pointer }) => !pointer) ?? [];
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} />} title={title} role="alert">
      {detail === null ? null : <Text size="sm">{detail}</Text>}
      {general.map(({ detail, parameter }) => (
        <Text size="sm" key={`${parameter}${detail}`}>
          {parameter ? `${parameter}: ` : ""}
          {detail}
        </Text>
      ))}
      <Group gap="sm" mt="xs" wrap="wrap">
        {retry ? (
          <Button size="xs" variant="default" onClick={retry}>
            {t("retry")}
          </Button>
        ) : null}
        {problem && problem.status > 0 ? <Reference problem={problem} /> : null}
      </Group>
    </Alert>
  );
}

function Reference({ problem }: { problem: ApiProblem }) {
  const { t } = useTranslation();
  const code = problem.type ? (
    <a href={problem.type} target="_blank" rel="noreferrer" className="panel-quiet-link">
      {problem.code}
    </a>
  ) : (
    problem.code
  );
  return (
    <Text size="xs" c="dimmed" component="span" className="panel-mono">
      {code}
      {problem.request_id ? (
        <CopyButton value={problem.request_id}>
          {({ copied, copy }) => (
            <button
              type="button"
              className="panel-text-button"
              onClick={copy}
              aria-label={`${t("copy_request_id")}: ${problem.request_id}`}
            >
              {problem.request_id}
              {copied ? ` · ${t("copied")}` : ""}
            </button>
          )}
        </CopyButton>
      ) : null}
    </Text>
  );
}
