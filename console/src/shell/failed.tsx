import type { ErrorComponentProps } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import { text, useSay } from "../language.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { Failure } from "../ui/list.tsx";
import { Empty, Page } from "../ui/surface.tsx";

/** What is shown instead of a screen that does not exist or failed. */

export function NotFound() {
  const say = useSay();
  return (
    <Page title={say(text("This page does not exist", "Cette page n'existe pas"))}>
      <Empty
        icon={SearchX}
        title={say(
          text(
            "The address may be wrong, or the page was moved",
            "L'adresse est inexacte, ou la page a été déplacée",
          ),
        )}
        action={<LinkButton to="/">{say(text("Go to Home", "Aller à l'accueil"))}</LinkButton>}
      />
    </Page>
  );
}

/** A screen that threw, or whose code could not be loaded because a new version was deployed. */
export function ScreenFailed({ error }: ErrorComponentProps) {
  const say = useSay();
  return (
    <div className="mx-auto flex max-w-lg flex-col gap-4 p-6">
      <Failure
        problem={error as Error}
        action={
          <Button size="sm" onClick={() => location.reload()}>
            {say(text("Reload", "Recharger"))}
          </Button>
        }
      />
    </div>
  );
}
