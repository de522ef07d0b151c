import { type Text, text } from "../language.tsx";

/** Light or dark: as the system, or as the user chose. */

const STORED = "svc.theme";
export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

export const themeNames: Readonly<Record<Theme, Text>> = {
  system: text("As the system", "Comme le système"),
  light: text("Light", "Clair"),
  dark: text("Dark", "Sombre"),
};

export const chosenTheme = (): Theme =>
  themes.find((one) => one === localStorage.getItem(STORED)) ?? "system";

const dark = matchMedia("(prefers-color-scheme: dark)");

/** Sets the theme on the page, now and after a change of the system's. */
export function applyTheme(theme: Theme = chosenTheme()): void {
  localStorage.setItem(STORED, theme);
  document.documentElement.dataset["theme"] = theme === "system" ? (dark.matches ? "dark" : "light") : theme;
}

dark.addEventListener("change", () => applyTheme());
