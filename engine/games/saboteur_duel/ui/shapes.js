/* The tunnel cards as they are printed: groups of joined arms, doors, trolls, gold, ladders. A test holds this equal to data/cards.json. */

export const CARDS = {
  "SG": {"groups": ["NESW"], "ladder": "green", "start": true},
  "SB": {"groups": ["NESW"], "ladder": "blue", "start": true},
  "HH": {"groups": ["EW"]},
  "VV": {"groups": ["NS"]},
  "CA": {"groups": ["NE"]},
  "CB": {"groups": ["NW"]},
  "LG": {"groups": ["NE"], "ladder": "green"},
  "LB": {"groups": ["NW"], "ladder": "blue"},
  "D1": {"groups": ["ES", "N"]},
  "D2": {"groups": ["ES", "W"]},
  "D3": {"groups": ["NE", "S"]},
  "D4": {"groups": ["NS", "E"]},
  "D5": {"groups": ["SW", "E"]},
  "BR": {"groups": ["NS", "EW"]},
  "DB": {"groups": ["NE", "SW"]},
  "GB": {"groups": ["NS", "EW"], "gold": {"0": 1}},
  "GD": {"groups": ["NW", "ES"], "gold": {"1": 1}},
  "GE": {"groups": ["EW", "S"], "gold": {"1": 1}},
  "GN": {"groups": ["ESW", "N"], "gold": {"1": 1}},
  "GT": {"groups": ["NSW", "E"], "gold": {"1": 1}},
  "T1": {"groups": ["NESW"], "troll": "S"},
  "T2": {"groups": ["NSW"], "troll": "S"},
  "T3": {"groups": ["NEW"], "troll": "E"},
  "X1": {"groups": ["NESW"], "doors": {"E": "blue"}},
  "X2": {"groups": ["NES"], "doors": {"N": "blue"}},
  "X3": {"groups": ["NEW"], "doors": {"N": "blue"}},
  "X4": {"groups": ["NES"], "doors": {"S": "green"}},
  "X5": {"groups": ["NESW"], "doors": {"S": "green"}},
  "X6": {"groups": ["NEW"], "doors": {"E": "green"}},
  "Z01": {"groups": ["N", "E", "W"]},
  "Z02": {"groups": ["NEW"], "doors": {"E": "blue"}, "gold": {"0": 1}},
  "Z03": {"groups": ["NEW"], "doors": {"N": "green"}, "gold": {"0": 2}},
  "Z04": {"groups": ["N", "E", "S", "W"]},
  "Z05": {"groups": ["SW"], "gold": {"0": 2}},
  "Z06": {"groups": ["ES"], "gold": {"0": 2}},
  "Z07": {"groups": ["E", "S"], "gold": {"0": 1, "1": 1}},
  "Z08": {"groups": ["ES"], "doors": {"E": "blue", "S": "blue"}, "gold": {"0": 1}},
  "Z09": {"groups": ["SW"], "doors": {"W": "green", "S": "green"}, "gold": {"0": 1}},
  "Z10": {"groups": ["S", "W"], "gold": {"0": 3}},
  "Z11": {"groups": ["NSW"], "doors": {"W": "green"}, "gold": {"0": 1}},
  "Z12": {"groups": ["NSW"], "doors": {"S": "blue"}, "gold": {"0": 2}},
  "Z13": {"groups": ["ESW"], "doors": {"S": "blue"}, "gold": {"0": 3}},
  "Z14": {"groups": ["N", "S", "W"]},
  "Z15": {"groups": ["NES"], "doors": {"S": "green"}, "gold": {"0": 3}},
  "Z16": {"groups": ["NS", "E", "W"], "gold": {"0": 1}},
  "Z17": {"groups": ["EW", "N", "S"], "gold": {"0": 2}},
  "Z18": {"groups": ["NESW"]}
};

export const STEP = {N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0]};
const OPPOSITE = {N: "S", E: "W", S: "N", W: "E"};

const turnArms = (arms, turn) => (turn ? [...arms].map((arm) => OPPOSITE[arm]).join("") : arms);

/* a card as it lies: {groups: ["EW"], doors: [["E", "blue"]], troll: "S" | null, gold: Map(group -> value), ladder, start} */
export function lying(card, turn = 0) {
  const printed = CARDS[card];
  return {
    groups: printed.groups.map((arms) => turnArms(arms, turn)),
    doors: Object.entries(printed.doors ?? {}).map(([arm, colour]) => [turnArms(arm, turn), colour]),
    troll: printed.troll ? turnArms(printed.troll, turn) : null,
    gold: new Map(Object.entries(printed.gold ?? {}).map(([group, value]) => [Number(group), value])),
    ladder: printed.ladder ?? null,
    start: Boolean(printed.start),
  };
}
