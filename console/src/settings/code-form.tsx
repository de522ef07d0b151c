import { type FormEvent, useState } from "react";
import type { Problem } from "../api/problem.ts";
import { text, useSay } from "../language.tsx";
import { Button } from "../ui/button.tsx";
import { Input } from "../ui/field.tsx";

interface CodeFormProps {
  readonly label: string;
  readonly hint?: string;
  readonly action: string;
  readonly busy: boolean;
  readonly problem: Problem | null;
  readonly onCode: (code: string) => void;
  /** Requests another code. */
  readonly onAgain?: () => void;
}

/** The field for a six-digit code, which may be typed with spaces. */
export function CodeForm({ label, hint, action, busy, problem, onCode, onAgain }: CodeFormProps) {
  const say = useSay();
  const [code, setCode] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onCode(code.replace(/[\s-]/g, ""));
  };
  return (
    <form onSubmit={submit} className="flex max-w-sm flex-col gap-3">
      <Input
        label={label}
        hint={hint}
        value={code}
        onChange={({ target }) => setCode(target.value)}
        problem={problem ? (problem.fields[0]?.message ?? problem.message) : undefined}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
        className="figure"
        required
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy}>
          {action}
        </Button>
        {onAgain && (
          <Button kind="quiet" onClick={onAgain}>
            {say(text("Send another code", "Envoyer un autre code"))}
          </Button>
        )}
      </div>
    </form>
  );
}
