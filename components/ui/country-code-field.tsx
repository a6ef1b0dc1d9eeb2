import { Combobox, Input, InputBase, useCombobox } from "@mantine/core";
import { useEffect, useId, useState } from "react";
import classes from "./country-code-field.module.css";
import { COUNTRY_CODES, type CountryCode, findCountries } from "./country-codes";
import { useLayerTarget } from "./layer-target";

interface Props {
  value: CountryCode;
  onChange: (country: CountryCode) => void;
  label?: string;
  disabled?: boolean;
}

/** A country's dialling code, found by name, code or letters. */
export function CountryCodeField({ value, onChange, label = "Country code", disabled }: Props) {
  const [typed, setTyped] = useState("");
  const id = useId();
  const layer = useLayerTarget();
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setTyped("");
      combobox.focusTarget();
    },
    onDropdownOpen: () => {
      combobox.focusSearchInput();
      combobox.selectActiveOption();
    },
  });
  const found = findCountries(typed);
  const { selectFirstOption } = combobox;

  // Enter takes the first country of the list that is drawn by now, not of the one before this key.
  useEffect(() => {
    if (typed !== "") selectFirstOption();
  }, [typed, selectFirstOption]);

  return (
    <Combobox
      store={combobox}
      withinPortal
      portalProps={layer}
      width={300}
      position="bottom-start"
      onOptionSubmit={(chosen) => {
        const country = COUNTRY_CODES.find((one) => one.id === chosen);
        if (country) onChange(country);
        combobox.closeDropdown();
      }}
    >
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
          // The dialog around closes on Escape as well; this one was for the list.
          onKeyDown={(event) => {
            if (event.key === "Escape") event.stopPropagation();
          }}
          data-mantine-stop-propagation="true"
        />
        <Combobox.Options className={classes.options} aria-label={label}>
          {found.length === 0 && <Combobox.Empty>No country found</Combobox.Empty>}
          {found.map((country) => (
            <Combobox.Option key={country.id} value={country.id} active={country.id === value.id} className={classes.option}>
              <CountryLabel country={country} />
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
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

let flagsAreDrawn: boolean | null = null;

/** Windows has no flags among its emoji and some systems no emoji at all: the country's two letters stand there then. */
function drawsFlags(): boolean {
  if (flagsAreDrawn === null) {
    const canvas = document.createElement("canvas");
    canvas.width = 24;
    canvas.height = 24;
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (!context) return true;
    context.font = "20px sans-serif";
    context.textBaseline = "top";
    context.fillText("🇱🇧", 0, 0);
    const { data } = context.getImageData(0, 0, 24, 24);
    flagsAreDrawn = data.some((value, index) => index % 4 === 0 && value !== data[index + 1]);
  }
  return flagsAreDrawn;
}
