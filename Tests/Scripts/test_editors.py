"""How video editors show the plug-in of frei0r."""

import json
import re
import unittest
from pathlib import Path
from xml.etree import ElementTree

SHARE = Path(__file__).resolve().parents[2] / "share"


class EditorTests(unittest.TestCase):
    def test_kdenlive_and_shotcut_offer_the_same(self):
        radius, direction, offset = ElementTree.parse(SHARE / "kdenlive/effects/frei0r_varblur.xml").findall("parameter")
        filters = SHARE / "shotcut/qml/filters/varblur"
        page, description = (filters / "ui.qml").read_text(), (filters / "meta.qml").read_text()
        numbers = []
        for parameter in radius, offset:
            numbers.append([parameter.findtext("name"), float(parameter.get("min")), float(parameter.get("max"))])
            self.assertIn(f"filter.set({'radius' if parameter is radius else 'startOffset'}, {parameter.get('default')});", page)
        sliders = re.findall(r"text: '(Radius|Start offset)'.*?minimumValue: (\d+)\s+maximumValue: (\d+)", page, re.S)
        self.assertEqual(numbers, [[name, float(least), float(most)] for name, least, most in sliders])
        keyframes = re.findall(r"name: '(R.*|S.*)'\s+property: '\d'\s+isCurve: true\s+minimum: (\S+)\s+maximum: (\S+)", description)
        self.assertEqual(numbers, [[name, 100 * float(least), 100 * float(most)] for name, least, most in keyframes])

        def texts(name):
            return json.loads(re.search(rf"{name}: (\[.*\])", page)[1].replace("'", '"'))

        self.assertEqual(direction.get("paramlist").split(";"), texts("property var values"))
        self.assertEqual(direction.findtext("paramlistdisplay").split(","), texts(" model"))
        self.assertIn(f"filter.set(direction, '{direction.get('default')}');", page)


if __name__ == "__main__":
    unittest.main()
