import { Moon, Sun, SunMoon } from "lucide-react";

export const THEMES = [
  { value: "light", label: "Light", icon: Sun },
  { value: "dark", label: "Dark", icon: Moon },
  { value: "auto", label: "As this device", icon: SunMoon },
] as const;
