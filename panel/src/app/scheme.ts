import { localStorageColorSchemeManager } from "@mantine/core";

/** Light, dark, or as the device says; kept on this device. */
export const color_scheme_manager = localStorageColorSchemeManager({ key: "muster.scheme" });
