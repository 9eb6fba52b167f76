import { Fieldset, Text } from "@mantine/core";
import type { ReactNode } from "react";

/** Fields that belong together, under a name. */
export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  const legend = (
    <Text span fw={620}>
      {title}
    </Text>
  );
  return (
    // By default a fieldset is as wide as its widest word.
    <Fieldset legend={legend} mx={0} miw={0}>
      {children}
    </Fieldset>
  );
}
