import { playSequences } from "./everyone-once";

playSequences(0, 2);
