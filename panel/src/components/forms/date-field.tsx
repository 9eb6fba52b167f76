import { TextInput, type TextInputProps } from "@mantine/core";

/** A date, in the device's own date field: it is accessible everywhere and needs no calendar code. The value is `YYYY-MM-DD`. */
export function DateField({ min = "1900-01-01", max = "2999-12-31", ...rest }: TextInputProps) {
  return <TextInput type="date" min={min} max={max} {...rest} />;
}
