import { ActionIcon, Alert, Button, Code, Group, Modal, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconCopy, IconDownload, IconEye, IconEyeOff } from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { copyText } from "../values/copy-text.ts";
import { saveAs } from "../save-as.ts";

export type SecretDialogProps = {
  /** null: the dialog is closed. The secret comes directly from the mutation that made it, which is given `gcTime: 0`. */
  secret: string | null;
  /** Forgets the secret: `mutation.reset`. Afterwards no state, cache or element holds it. */
  forget: () => void;
  title: string;
  /** What the server stores of it: a hash, or the secret itself, encrypted, because the server uses it. */
  kept: "hashed" | "sealed";
  /** Lines of the `.env` file, the secret among them. */
  env?: Readonly<Record<string, string>>;
  /** Name of the `.env` file. */
  file_name?: string;
  /** A command that works at once with the secret filled in. The secret is masked until it is revealed. */
  curl?: string;
  /** What to do with the secret; shown below it. */
  children?: ReactNode;
};

/** Shows a secret the one time that it can be seen. Closing before it was copied or downloaded asks first. */
export function SecretDialog(props: SecretDialogProps) {
  return props.secret === null ? null : <OpenDialog {...props} secret={props.secret} />;
}

function OpenDialog(props: SecretDialogProps & { secret: string }) {
  const { secret, forget, title, kept, env, file_name = "muster.env", curl, children } = props;
  const { t } = useTranslation();
  const [revealed, setRevealed] = useState(false);
  const [taken, setTaken] = useState<Taken | null>(null);
  const [asking, setAsking] = useState(false);
  const copy_button = useRef<HTMLButtonElement>(null);
  const close = () => (taken === null ? setAsking(true) : forget());
  const take = (what: Taken) => {
    setTaken(what);
    setAsking(false);
  };
  const copy = async (what: "secret" | "curl", text: string) => {
    if (await copyText(text)) setTaken(what);
    setAsking(false);
  };
  const stay = () => {
    setAsking(false);
    copy_button.current?.focus();
  };
  const mask = (text: string) => (revealed ? text : text.replaceAll(secret, "•".repeat(24)));
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <Stack gap="sm">
        <Alert color="yellow" icon={<IconAlertTriangle size={18} />}>
          {t(`secret.${kept}`)}
        </Alert>
        <SecretValue text={mask(secret)} revealed={revealed} onReveal={() => setRevealed(!revealed)} />
        <Group gap="xs">
          <Button
            ref={copy_button}
            data-autofocus
            leftSection={taken === "secret" ? <IconCheck size={16} /> : <IconCopy size={16} />}
            onClick={() => void copy("secret", secret)}
          >
            {taken === "secret" ? t("copied") : t("secret.copy")}
          </Button>
          {env ? <EnvButton env={env} file_name={file_name} onTaken={() => take("env")} /> : null}
        </Group>
        <Text size="sm" role="status" c="dimmed" mih="1.3em">
          {taken === null ? t("secret.not_taken") : t("secret.taken")}
        </Text>
        {curl ? <FirstCall text={mask(curl)} copied={taken === "curl"} onCopy={() => void copy("curl", curl)} /> : null}
        {children}
        {asking ? (
          <NotTaken onStay={stay} onLose={forget} />
        ) : (
          <Group justify="flex-end">
            <Button variant={taken === null ? "default" : "filled"} onClick={close}>
              {t("secret.done")}
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  );
}

/** How the user has taken the secret. */
type Taken = "secret" | "env" | "curl";

function SecretValue({ text, revealed, onReveal }: { text: string; revealed: boolean; onReveal: () => void }) {
  const { t } = useTranslation();
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Code block className="panel-secret" aria-label={t("secret.value")}>
        {text}
      </Code>
      <ActionIcon size="lg" variant="default" onClick={onReveal} aria-pressed={revealed} aria-label={t("secret.reveal")}>
        {revealed ? <IconEyeOff size={17} /> : <IconEye size={17} />}
      </ActionIcon>
    </Group>
  );
}

type EnvButtonProps = { env: Readonly<Record<string, string>>; file_name: string; onTaken: () => void };

function EnvButton({ env, file_name, onTaken }: EnvButtonProps) {
  const { t } = useTranslation();
  const download = () => {
    downloadEnv(env, file_name);
    onTaken();
  };
  return (
    <Button variant="default" leftSection={<IconDownload size={16} />} onClick={download}>
      {t("secret.download")}
    </Button>
  );
}

function FirstCall({ text, copied, onCopy }: { text: string; copied: boolean; onCopy: () => void }) {
  const { t } = useTranslation();
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={600}>
          {t("secret.try")}
        </Text>
        <Button size="compact-xs" variant="subtle" onClick={onCopy}>
          {copied ? t("copied") : t("secret.copy_call")}
        </Button>
      </Group>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <Code block tabIndex={0} role="region" aria-label={t("secret.try")}>
        {text}
      </Code>
    </div>
  );
}

/** Asks before a secret is lost that was neither copied nor downloaded. */
function NotTaken({ onStay, onLose }: { onStay: () => void; onLose: () => void }) {
  const { t } = useTranslation();
  return (
    <Alert color="red" role="alert" title={t("secret.lost_title")}>
      <Text size="sm">{t("secret.lost_text")}</Text>
      <Group mt="xs" gap="xs">
        <Button size="xs" onClick={onStay}>
          {t("secret.back")}
        </Button>
        <Button size="xs" color="red" variant="outline" onClick={onLose}>
          {t("secret.lose")}
        </Button>
      </Group>
    </Alert>
  );
}

function downloadEnv(env: Readonly<Record<string, string>>, name: string): void {
  const text = Object.entries(env).map(([key, value]) => `${key}=${value}\n`);
  saveAs(new Blob(text, { type: "text/plain" }), name);
}
