import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import classes from "./phone-field.module.css";
import type { TypedPhone } from "./typed-phone";

interface Props {
  phone: TypedPhone;
  disabled?: boolean;
  insists: boolean;
  onChange: (typed: string) => void;
  onAgree: () => void;
}

/** Asks how a phone is meant that is two numbers, none that anybody can have, or has an extension. */
export function NumberQuestion({ phone, disabled, insists, onChange, onAgree }: Props) {
  const group = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (insists) group.current?.querySelector("button")?.focus({ preventScroll: true });
    // Whole, with its answers: over a keyboard, which may come later, the form shows little more.
    const show = () => group.current?.scrollIntoView({ block: "nearest" });
    show();
    window.addEventListener("resize", show);
    return () => window.removeEventListener("resize", show);
  }, [insists]);
  const choice = (label: ReactNode, onClick: () => void) => (
    <Button variant="default" className={classes.choice} disabled={disabled} onClick={onClick}>
      <span>{label}</span>
    </Button>
  );
  return (
    <fieldset ref={group} className={classes.question}>
      <legend>{questionOf(phone)}</legend>
      {phone.kind === "several" && (
        <>
          {choice(<>Keep {phone.numbers.length === 2 ? "both" : `all ${phone.numbers.length}`}</>, onAgree)}
          {phone.numbers.map((number) => (
            <span key={number}>{choice(<>Only {ltr(number)}</>, () => onChange(`+${number}`))}</span>
          ))}
        </>
      )}
      {phone.kind === "extension" && (
        <>
          {choice(<>Keep {ltr(phone.saved)}</>, onAgree)}
          {choice(<>Only {ltr(phone.number)}</>, () => onChange(`+${phone.number}`))}
        </>
      )}
      {phone.kind === "nobodys" && choice("Use it anyway", onAgree)}
    </fieldset>
  );
}

function questionOf(phone: TypedPhone): ReactNode {
  if (phone.kind === "several") return `These are ${phone.numbers.length} numbers.`;
  if (phone.kind === "extension") return "An extension is no part of the number.";
  if (phone.kind === "nobodys" && phone.length !== "right") return `This number looks too ${phone.length}. Check it.`;
  return "Nobody can be called at this number. Check it.";
}

function ltr(text: string): ReactNode {
  return <span dir="ltr">{text}</span>;
}
