import { useQuery } from "@tanstack/react-query";
import { client, dataOf, type Schemas } from "../api/client.ts";
import { preferencesQuery, useWrite } from "../api/queries.ts";
import { text, useLanguage } from "../language.tsx";
import { applyTheme, themeNames, themes } from "../shell/theme.ts";
import { Button } from "../ui/button.tsx";
import { Select, Toggle } from "../ui/field.tsx";
import { Failure, Loaded } from "../ui/list.tsx";
import { Card } from "../ui/surface.tsx";

type Preferences = Schemas["Preferences"];

const timeZones = (own: string): readonly string[] =>
  [...new Set([own, ...Intl.supportedValuesOf("timeZone"), "UTC"])].toSorted();

/** Language, currency, time zone and theme. The language also applies to emails, documents and the app. */
export function Display() {
  const { say, language, setLanguage } = useLanguage();
  const preferences = useQuery(preferencesQuery);
  const save = useWrite({
    flow: "preferences",
    run: (body: Preferences) => dataOf(client.PUT("/api/v1/mobile/user/preferences", { body })),
    changes: [["preferences"], ["inbox"]],
  });
  return (
    <Card title={say(text("Language and display", "Langue et affichage"))}>
      <Loaded query={preferences}>
        {(current) => {
          const change = (part: Partial<Preferences>) =>
            save.mutate(
              { ...current, ...part },
              {
                onSuccess: () => {
                  if (part.language) setLanguage(part.language);
                  if (part.theme) applyTheme(part.theme);
                },
                onError: () => preferences.refetch(),
              },
            );
          return (
            <div className="flex max-w-sm flex-col gap-4">
              <Failure problem={save.error} />
              <Select
                label={say(text("Language", "Langue"))}
                value={language}
                disabled={save.isPending}
                onChange={({ target }) => change({ language: target.value as Preferences["language"] })}
                hint={say(
                  text(
                    "Also of emails, push messages and documents",
                    "Aussi des e-mails, messages push et documents",
                  ),
                )}
                aside={
                  current.language !== language && (
                    <Button kind="quiet" size="sm" onClick={() => change({ language })}>
                      {say(text("Use it for emails too", "L'utiliser aussi pour les e-mails"))}
                    </Button>
                  )
                }
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
                label={say(text("Time zone", "Fuseau horaire"))}
                hint={say(
                  text(
                    "Of scheduled payments, emails and documents",
                    "Des paiements programmés, des e-mails et des documents",
                  ),
                )}
                value={current.timezone}
                disabled={save.isPending}
                onChange={({ target }) => change({ timezone: target.value })}
                options={timeZones(current.timezone).map((value) => ({
                  value,
                  label: value.replaceAll("_", " "),
                }))}
              />
              <Select
                label={say(text("Theme", "Thème"))}
                value={current.theme}
                disabled={save.isPending}
                onChange={({ target }) => change({ theme: target.value as Preferences["theme"] })}
                options={themes.map((value) => ({ value, label: say(themeNames[value]) }))}
              />
              <Toggle
                label={say(text("Hide amounts", "Masquer les montants"))}
                hint={say(
                  text(
                    "In the app until you reveal them, and in push messages",
                    "Dans l'application jusqu'à ce que vous les affichiez, et dans les messages push",
                  ),
                )}
                checked={current.hideBalances}
                disabled={save.isPending}
                onChange={({ target }) => change({ hideBalances: target.checked })}
              />
            </div>
          );
        }}
      </Loaded>
    </Card>
  );
}
