import { TextInput, type TextInputProps } from "@mantine/core";

/** A date as the device's own field picks it: accessible everywhere, and no calendar to download. The value is `YYYY-MM-DD`. */
export function DateField({ min = "1900-01-01", max = "2999-12-31", ...rest }: TextInputProps) {
  return <TextInput type="date" min={min} max={max} {...rest} />;
}
