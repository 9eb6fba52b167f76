import { Alert, Button, CopyButton, Group, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { type Ref, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ApiProblem, type FieldProblem, step_up_cancelled_code } from "../../api/problem.ts";
import { faultText, problemText } from "./problem-text.ts";
import { mayTakeFocus, showFault } from "./show-fault.ts";
import { useShowing } from "./shown-errors.ts";

/**
 * Shows a failure where it happened: its text, its code and request id for a report, and a button to try again. Shows nothing for
 * `null`, so that it can always be rendered. Without `retry` it answers the reader's last action, so it is scrolled into view and
 * focused.
 */
export function ProblemAlert(props: ProblemAlertProps) {
  const { error, retry } = props;
  const box = useRef<HTMLDivElement>(null);
  const answers = retry === undefined;
  useShowing(error);
  useEffect(() => {
    if (answers && box.current && mayTakeFocus(box.current)) showFault(box.current);
  }, [error, answers]);
  return <ProblemBox {...props} box={box} />;
}

type ProblemAlertProps = { error: unknown; retry?: () => void };

/** The same for the shell, which shows failures that no screen shows. */
export function ProblemBox({ error, retry, box }: ProblemAlertProps & { box?: Ref<HTMLDivElement> }) {
  const { t } = useTranslation();
  if (!error || (error instanceof ApiProblem && error.code === step_up_cancelled_code)) return null;
  const { title, detail } = problemText(error, t);
  const problem = error instanceof ApiProblem ? error : null;
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} />} title={title} role="alert" tabIndex={-1} ref={box}>
      {detail === null ? null : <Text size="sm">{detail}</Text>}
      {problem?.errors.map((finding) => (
        <Text size="sm" key={`${finding.pointer ?? finding.parameter}${finding.detail}`}>
          {placeOf(finding)}
          {faultText(finding, t)}
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

/** The field or parameter that a finding is about, where no field shows it. */
function placeOf({ pointer, parameter }: FieldProblem): string {
  const name = pointer?.replace(/^#?\//, "") ?? parameter;
  return name ? `${name}: ` : "";
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
