import { Button, FileButton } from "@mantine/core";
import { ReasonedButton } from "./reasoned-button.tsx";

type ReasonedFileButtonProps = {
  label: string;
  /** The file types to offer, as in `<input type="file">`; the server checks the content. */
  accept: string;
  /** Why no file can be chosen; null: one can. */
  reason: string | null;
  busy: boolean;
  onChoose: (file: File | null) => void;
};

/** A button that chooses a file, or says why it cannot be pressed. */
export function ReasonedFileButton({ label, accept, reason, busy, onChoose }: ReasonedFileButtonProps) {
  if (reason !== null)
    return (
      <ReasonedButton variant="default" reason={reason} onClick={() => undefined}>
        {label}
      </ReasonedButton>
    );
  return (
    <FileButton accept={accept} onChange={onChoose}>
      {(props) => (
        <Button {...props} variant="default" loading={busy}>
          {label}
        </Button>
      )}
    </FileButton>
  );
}
