import { useQuery } from "@tanstack/react-query";
import { client, dataOf, type Schemas } from "../api/client.ts";
import { preferencesQuery, useWrite } from "../api/queries.ts";
import { text, useLanguage } from "../language.tsx";
import { applyTheme, themeNames, themes } from "../shell/theme.ts";
import { Select } from "../ui/field.tsx";
import { Failure, Loaded } from "../ui/list.tsx";
import { Card } from "../ui/surface.tsx";

type Preferences = Schemas["Preferences"];

/** Language, currency and theme. The language also applies to emails, documents and the app. */
export function Display() {
  const { say, setLanguage } = useLanguage();
  const preferences = useQuery(preferencesQuery);
  const save = useWrite({
    flow: "preferences",
    run: (body: Preferences) => dataOf(client.PUT("/api/v1/mobile/user/preferences", { body })),
    changes: [["preferences"], ["inbox"]],
    onDone: ({ language, theme }) => {
      setLanguage(language);
      applyTheme(theme);
    },
  });
  return (
    <Card title={say(text("Display", "Affichage"))}>
      <Loaded query={preferences}>
        {(current) => {
          const change = (part: Partial<Preferences>) => save.mutate({ ...current, ...part });
          return (
            <div className="flex flex-col gap-4">
              <Failure problem={save.error} />
              <Select
                label={say(text("Language", "Langue"))}
                value={current.language}
                disabled={save.isPending}
                onChange={({ target }) => change({ language: target.value as Preferences["language"] })}
                options={[
                  { value: "en", label: "English" },
                  { value: "fr", label: "Français" },
                ]}
              />
              <Select
                label={say(text("Currency of totals", "Devise des totaux"))}
                value={current.currency}
                disabled={save.isPending}
                onChange={({ target }) => change({ currency: target.value as Preferences["currency"] })}
                options={["EUR", "USD"].map((value) => ({ value, label: value }))}
              />
              <Select
                label={say(text("Theme", "Thème"))}
                value={current.theme}
                disabled={save.isPending}
                onChange={({ target }) => change({ theme: target.value as Preferences["theme"] })}
                options={themes.map((value) => ({ value, label: say(themeNames[value]) }))}
              />
            </div>
          );
        }}
      </Loaded>
    </Card>
  );
}
