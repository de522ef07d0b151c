import { Menu } from "@base-ui/react/menu";
import clsx from "clsx";
import { LogOut } from "lucide-react";
import { useState } from "react";
import { client } from "../api/client.ts";
import { text, useLanguage } from "../language.tsx";
import { applyTheme, chosenTheme, themeNames, themes } from "./theme.ts";

/** Theme, language and sign-out. */

const item =
  "flex min-h-10 w-full items-center gap-3 rounded-sm px-3 text-left text-sm outline-none data-[highlighted]:bg-sunken";

export default function AccountMenu({
  user,
}: {
  readonly user: { readonly name: string; readonly email: string };
}) {
  const { say, language, setLanguage } = useLanguage();
  const [theme, setTheme] = useState(chosenTheme);
  const choose = (next: (typeof themes)[number]) => {
    applyTheme(next);
    setTheme(next);
  };
  return (
    <Menu.Root>
      <Menu.Trigger
        className="grid size-10 place-items-center rounded-full bg-accent-soft text-sm font-semibold text-accent"
        aria-label={say(text("Account menu", "Menu du compte"))}
      >
        {user.name.slice(0, 1).toUpperCase()}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={8} align="end" className="z-40">
          <Menu.Popup className="w-64 rounded-md border bg-raised p-2 shadow-raised outline-none">
            <div className="px-3 py-2">
              <p className="truncate text-sm font-semibold">{user.name}</p>
              <p className="truncate text-sm text-soft">{user.email}</p>
            </div>
            <Menu.Separator className="my-1 border-t" />
            <Menu.RadioGroup value={theme} onValueChange={choose}>
              {themes.map((one) => (
                <Menu.RadioItem key={one} value={one} closeOnClick={false} className={item}>
                  <span
                    className={clsx("size-2 rounded-full", one === theme ? "bg-accent" : "bg-line")}
                    aria-hidden
                  />
                  {say(themeNames[one])}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Separator className="my-1 border-t" />
            <Menu.Item
              className={item}
              lang={language === "en" ? "fr" : "en"}
              onClick={() => setLanguage(language === "en" ? "fr" : "en")}
            >
              {language === "en" ? "Français" : "English"}
            </Menu.Item>
            <Menu.Separator className="my-1 border-t" />
            <Menu.Item className={item} onClick={signOut}>
              <LogOut className="size-4" aria-hidden />
              {say(text("Sign out", "Se déconnecter"))}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** Ends the session. Drafts and keys of this tab go with it. */
async function signOut(): Promise<void> {
  await client.POST("/api/auth/signout", { body: {} }).catch(() => undefined);
  sessionStorage.clear();
  location.assign("/");
}
