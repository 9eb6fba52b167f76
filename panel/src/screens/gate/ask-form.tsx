import { Button, NativeSelect, Stack, TextInput } from "@mantine/core";
import { IconScan } from "@tabler/icons-react";
import { type FormEvent, useRef } from "react";
import { useTranslation } from "react-i18next";

/** The longest text of a badge, which a scanner may type in place of a number. */
const letters_max = 900;

type AskFormProps = {
  work: string;
  works: readonly { value: string; label: string }[];
  onWork: (course_code: string) => void;
  number: string;
  onNumber: (text: string) => void;
  onAsk: (text: string) => void;
  isAsking: boolean;
  scans: boolean;
  onScan: () => void;
};

/** Asks about a work and a person: by number, by what a scanner types, or by the camera. */
export function AskForm(props: AskFormProps) {
  const { t } = useTranslation("gate");
  const field = useRef<HTMLInputElement>(null);
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const text = props.number.trim();
    if (text !== "") props.onAsk(text);
    field.current?.select();
  };
  return (
    <form onSubmit={ask}>
      <Stack gap="sm">
        <NativeSelect
          label={t("work")}
          value={props.work}
          onChange={(event) => props.onWork(event.currentTarget.value)}
          data={[...props.works]}
        />
        <TextInput
          ref={field}
          label={t("number")}
          value={props.number}
          onChange={(event) => props.onNumber(event.currentTarget.value)}
          size="lg"
          maxLength={letters_max}
          required
          autoComplete="off"
          autoCapitalize="characters"
        />
        <Button type="submit" size="lg" loading={props.isAsking} fullWidth>
          {t("ask")}
        </Button>
        <Button
          variant="default"
          size="lg"
          fullWidth
          leftSection={<IconScan size={20} aria-hidden />}
          aria-expanded={props.scans}
          onClick={props.onScan}
        >
          {t(props.scans ? "badge.stop" : "badge.scan")}
        </Button>
      </Stack>
    </form>
  );
}
