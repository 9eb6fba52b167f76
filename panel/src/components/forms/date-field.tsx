import { Group, Text, TextInput, type TextInputProps } from "@mantine/core";

/** A date as the device's own field picks it: accessible everywhere, and no calendar to download. The value is `YYYY-MM-DD`. */
export function DateField({ min = "1900-01-01", max = "2999-12-31", ...rest }: TextInputProps) {
  return <TextInput type="date" min={min} max={max} {...rest} />;
}

/** The same among filters: an empty one shows no more than the shape of a date, so that its name stands before it. */
export function DateFilter({ name, ...rest }: Omit<TextInputProps, "name"> & { name: string }) {
  return (
    <Group component="label" gap={6} wrap="nowrap">
      <Text span size="sm" c="dimmed">
        {name}
      </Text>
      <DateField {...rest} />
    </Group>
  );
}
