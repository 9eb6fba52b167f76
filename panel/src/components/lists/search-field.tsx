import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useState } from "react";

/** The search starts when typing has paused this long. */
const pause_ms = 250;

/** The search of a list: `/` focuses it, Escape clears it. */
export function SearchField({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  // The value in the address may change from elsewhere: by the browser's back button, or when all filters are reset.
  if (value !== sent) {
    setSent(value);
    setText(value);
  }
  useEffect(() => {
    if (text === sent) return undefined;
    const timer = setTimeout(() => {
      setSent(text);
      onChange(text);
    }, pause_ms);
    return () => clearTimeout(timer);
  }, [text, sent, onChange]);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={15} aria-hidden />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => event.key === "Escape" && setText("")}
      maxLength={200}
      w={{ base: "100%", xs: 240 }}
    />
  );
}
