import { useMemo } from "react";
import { COUNTRIES } from "../../../core/identity/countries.ts";
import type { Schemas } from "../api/client.ts";
import { text, useLanguage } from "../language.tsx";
import { Input, Select } from "../ui/field.tsx";
import { problemAt } from "../ui/list.tsx";

/** The fields of a postal address. */

type Address = Schemas["PostalAddress"];
export type Draft = Partial<Address>;

/** Returns the address to save: null if every field is empty, which removes it. */
export function addressOf({
  line1 = "",
  line2 = "",
  city = "",
  postalCode = "",
  country = "",
}: Draft): Address | null {
  if ([line1, line2, city, postalCode, country].every((one) => one.trim() === "")) return null;
  return { line1, city, postalCode, country, ...(line2.trim() !== "" && { line2 }) };
}

/** Returns the countries by name. */
function useCountries() {
  const { language } = useLanguage();
  return useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: "region" });
    return COUNTRIES.split(" ")
      .map((value) => ({ value, label: names.of(value) ?? value }))
      .toSorted((a, b) => a.label.localeCompare(b.label, language));
  }, [language]);
}

interface AddressFieldsProps {
  readonly address: Draft;
  readonly onChange: (part: Draft) => void;
  readonly problem: Error | null;
}

export function AddressFields({ address, onChange, problem }: AddressFieldsProps) {
  const { say } = useLanguage();
  const countries = useCountries();
  const problemOf = (field: keyof Address) => problemAt(problem, `address.${field}`);
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="mb-3 text-sm font-semibold">{say(text("Postal address", "Adresse postale"))}</legend>
      <Input
        label={say(text("Street and number", "Numéro et rue"))}
        value={address.line1 ?? ""}
        onChange={({ target }) => onChange({ line1: target.value })}
        problem={problemOf("line1")}
        autoComplete="address-line1"
        maxLength={100}
      />
      <Input
        label={say(text("Flat, floor (optional)", "Appartement, étage (facultatif)"))}
        value={address.line2 ?? ""}
        onChange={({ target }) => onChange({ line2: target.value })}
        problem={problemOf("line2")}
        autoComplete="address-line2"
        maxLength={100}
      />
      <div className="grid gap-4 sm:grid-cols-[10rem_1fr]">
        <Input
          label={say(text("Postcode", "Code postal"))}
          value={address.postalCode ?? ""}
          onChange={({ target }) => onChange({ postalCode: target.value })}
          problem={problemOf("postalCode")}
          autoComplete="postal-code"
          maxLength={12}
        />
        <Input
          label={say(text("City", "Ville"))}
          value={address.city ?? ""}
          onChange={({ target }) => onChange({ city: target.value })}
          problem={problemOf("city")}
          autoComplete="address-level2"
          maxLength={100}
        />
      </div>
      <Select
        label={say(text("Country", "Pays"))}
        value={address.country ?? ""}
        onChange={({ target }) => onChange({ country: target.value })}
        problem={problemOf("country")}
        autoComplete="country"
        options={[{ value: "", label: say(text("Choose a country", "Choisir un pays")) }, ...countries]}
      />
    </fieldset>
  );
}
