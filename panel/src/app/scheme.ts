import { localStorageColorSchemeManager } from "@mantine/core";
import { IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";

/** Light, dark, or as the device says; kept on this device. */
export const color_scheme_manager = localStorageColorSchemeManager({ key: "muster.scheme" });

export const scheme_icons = [
  ["light", IconSun],
  ["dark", IconMoon],
  ["auto", IconDeviceDesktop],
] as const;
