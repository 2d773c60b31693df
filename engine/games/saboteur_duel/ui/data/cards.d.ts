/* The cards as data/cards.json has them; the house serves that file as this module. */

import type {Arm, Colour, Tool} from "../types.js";

export interface TunnelCard {
  id: string;
  kind: string;
  groups: string[];
  doors: Partial<Record<Arm, Colour>>;
  troll: Arm | null;
  gold: Record<string, number>;
  ladder: Colour | null;
}

export interface ActionCard {
  id: string;
  kind: "sabotage" | "repair" | "key" | "rockfall" | "map";
  tools: Tool[];
}

declare const data: {path_cards: TunnelCard[]; goal_cards: TunnelCard[]; action_cards: ActionCard[]};
export default data;
