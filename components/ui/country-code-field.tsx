import { Combobox, Input, InputBase, useCombobox } from "@mantine/core";
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useState } from "react";
import classes from "./country-code-field.module.css";
import { COUNTRY_CODES, type CountryCode, findCountries } from "./country-codes";
import { drawsFlags } from "./draws-flags";
import { useLayerTarget } from "./layer-target";

const SEEN_AT_ONCE = 20;

interface Props {
  value: CountryCode;
  onChange: (country: CountryCode) => void;
  label?: string;
  disabled?: boolean;
}

/** A country's dialling code, found by name, code or letters. */
export function CountryCodeField({ value, onChange, label = "Country code", disabled }: Props) {
  const id = useId();
  const layer = useLayerTarget();
  const { combobox, typed, setTyped } = useCountrySearch();
  const choose = (chosen: string) => {
    const country = COUNTRY_CODES.find((one) => one.id === chosen);
    if (country) onChange(country);
    combobox.closeDropdown();
  };
  return (
    <Combobox store={combobox} withinPortal portalProps={layer} width={300} position="bottom-start" onOptionSubmit={choose}>
      <Input.Wrapper label={label} labelProps={{ htmlFor: id }}>
        <Combobox.Target targetType="button" withKeyboardNavigation={false}>
          <InputBase
            id={id}
            component="button"
            type="button"
            pointer
            disabled={disabled}
            rightSection={<Combobox.Chevron />}
            rightSectionPointerEvents="none"
            aria-label={`${label}: ${value.name} +${value.label}`}
            onClick={() => combobox.toggleDropdown()}
          >
            <CountryLabel country={value} short />
          </InputBase>
        </Combobox.Target>
      </Input.Wrapper>
      <Combobox.Dropdown>
        <Combobox.Search
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          role="combobox"
          aria-expanded={combobox.dropdownOpened}
          placeholder="Country or code"
          aria-label="Find a country or code"
          onKeyDown={keepEscape}
          data-mantine-stop-propagation="true"
        />
        <Combobox.Options className={classes.options} aria-label={label}>
          {/* Two hundred and fifty of them, which nobody waits for who only opens a form. */}
          {combobox.dropdownOpened && <CountryOptions value={value} found={findCountries(typed)} />}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function useCountrySearch() {
  const [typed, setTyped] = useState("");
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setTyped("");
      combobox.focusTarget();
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const { dropdownOpened, selectActiveOption, selectFirstOption } = combobox;
  useEffect(() => {
    if (dropdownOpened) selectActiveOption();
  }, [dropdownOpened, selectActiveOption]);
  // Enter takes the first country of the list that is drawn by now, not of the one before this key.
  useEffect(() => {
    if (typed !== "") selectFirstOption();
  }, [typed, selectFirstOption]);
  return { combobox, typed, setTyped };
}

/** The dialog around closes on Escape as well; this one was for the list. */
function keepEscape(event: KeyboardEvent): void {
  if (event.key === "Escape") event.stopPropagation();
}

/** The first ones, as many as are seen, at once; the others a moment later. */
function CountryOptions({ value, found }: { value: CountryCode; found: readonly CountryCode[] }) {
  const isFirstSeen = found.findIndex(({ id }) => id === value.id) < SEEN_AT_ONCE;
  const all = useDeferredValue(true, !isFirstSeen);
  return (
    <>
      {found.length === 0 && <Combobox.Empty>No country found</Combobox.Empty>}
      {(all ? found : found.slice(0, SEEN_AT_ONCE)).map((country) => (
        <Combobox.Option key={country.id} value={country.id} active={country.id === value.id} className={classes.option}>
          <CountryLabel country={country} />
        </Combobox.Option>
      ))}
    </>
  );
}

function CountryLabel({ country, short = false }: { country: CountryCode; short?: boolean }) {
  return (
    <span className={classes.country}>
      <span className={classes.flag} aria-hidden>
        {drawsFlags() ? country.flag : country.iso}
      </span>
      {!short && <span className={classes.name}>{country.name}</span>}
      <span className={classes.code}>+{country.label}</span>
    </span>
  );
}
