import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { type Language, preferredLanguage, type Text, text } from "../../core/kernel/texts/index.ts";

/** The user's language. Every text of the console is `text("English", "Français")`, shown with `say`. */

export { type Language, type Text, text };

const STORED = "svc.language";

interface Spoken {
  readonly language: Language;
  readonly say: (one: Text) => string;
  readonly setLanguage: (language: Language) => void;
}

const Context = createContext<Spoken | undefined>(undefined);

const initialLanguage = (): Language => {
  const stored = localStorage.getItem(STORED);
  return (
    (stored !== null && preferredLanguage(stored)) || preferredLanguage(navigator.languages.join(",")) || "en"
  );
};

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setState] = useState(initialLanguage);
  const setLanguage = useCallback((next: Language) => {
    localStorage.setItem(STORED, next);
    setState(next);
  }, []);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const value = useMemo(
    () => ({ language, setLanguage, say: (one: Text) => one.in(language) }),
    [language, setLanguage],
  );
  return <Context value={value}>{children}</Context>;
}

export function useLanguage(): Spoken {
  const value = useContext(Context);
  if (!value) throw new Error("useLanguage needs a LanguageProvider");
  return value;
}

/** Returns the function that shows a text in the user's language. */
export const useSay = () => useLanguage().say;
