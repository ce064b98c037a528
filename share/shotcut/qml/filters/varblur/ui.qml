import QtQuick 2.12
import QtQuick.Controls 2.12
import QtQuick.Layouts 1.12
import Shotcut.Controls 1.0 as Shotcut

Shotcut.KeyframableFilter {
    property string radius: '0'
    property string direction: '1'
    property string startOffset: '2'

    function isAnimated(parameter) {
        return filter.animateIn <= 0 && filter.animateOut <= 0 && filter.keyframeCount(parameter) > 0;
    }

    function setControls() {
        var position = getPosition();
        blockUpdate = true;
        directionBox.currentIndex = directionBox.values.indexOf(filter.get(direction));
        radiusSlider.value = filter.getDouble(radius, position) * 100;
        radiusKeyframes.checked = isAnimated(radius);
        offsetSlider.value = filter.getDouble(startOffset, position) * 100;
        offsetKeyframes.checked = isAnimated(startOffset);
        blockUpdate = false;
        radiusSlider.enabled = offsetSlider.enabled = isSimpleKeyframesActive();
    }

    function updateSimpleKeyframes() {
        updateFilter(radius, radiusSlider.value / 100, radiusKeyframes, null);
        updateFilter(startOffset, offsetSlider.value / 100, offsetKeyframes, null);
    }

    function animate(isEnabled, parameter, slider) {
        radiusSlider.enabled = offsetSlider.enabled = true;
        toggleKeyframes(isEnabled, parameter, slider.value / 100);
    }

    keyframableParameters: [radius, startOffset]
    startValues: [0, 0]
    middleValues: [0.05, 0]
    endValues: [0, 0]
    width: 350
    height: 150
    Component.onCompleted: {
        if (filter.isNew) {
            filter.set(radius, 0.05);
            filter.set(direction, 'top');
            filter.set(startOffset, 0);
            filter.savePreset(preset.parameters);
        }
        setControls();
    }

    GridLayout {
        anchors.fill: parent
        anchors.margins: 8
        columns: 4

        Label {
            text: 'Preset'
            Layout.alignment: Qt.AlignRight
        }

        Shotcut.Preset {
            id: preset

            parameters: [radius, direction, startOffset]
            Layout.columnSpan: 3
            onBeforePresetLoaded: resetSimpleKeyframes()
            onPresetSelected: {
                setControls();
                initializeSimpleKeyframes();
            }
        }

        Label {
            text: 'Direction'
            Layout.alignment: Qt.AlignRight
        }

        Shotcut.ComboBox {
            id: directionBox

            property var values: ['top', 'bottom', 'left', 'right', 'top bottom', 'left right', 'all']

            model: ['Top', 'Bottom', 'Left', 'Right', 'Top and bottom', 'Left and right', 'All sides']
            Layout.columnSpan: 3
            implicitWidth: 180
            onActivated: filter.set(direction, values[currentIndex])
        }

        Label {
            text: 'Radius'
            Layout.alignment: Qt.AlignRight
        }

        Shotcut.SliderSpinner {
            id: radiusSlider

            minimumValue: 0
            maximumValue: 25
            stepSize: 0.1
            decimals: 1
            suffix: ' %'
            onValueChanged: updateFilter(radius, value / 100, radiusKeyframes, getPosition())
        }

        Shotcut.UndoButton {
            onClicked: radiusSlider.value = 5
        }

        Shotcut.KeyframesButton {
            id: radiusKeyframes

            onToggled: animate(checked, radius, radiusSlider)
        }

        Label {
            text: 'Start offset'
            Layout.alignment: Qt.AlignRight
        }

        Shotcut.SliderSpinner {
            id: offsetSlider

            minimumValue: 0
            maximumValue: 99
            stepSize: 0.1
            decimals: 1
            suffix: ' %'
            onValueChanged: updateFilter(startOffset, value / 100, offsetKeyframes, getPosition())
        }

        Shotcut.UndoButton {
            onClicked: offsetSlider.value = 0
        }

        Shotcut.KeyframesButton {
            id: offsetKeyframes

            onToggled: animate(checked, startOffset, offsetSlider)
        }

        Item {
            Layout.fillHeight: true
        }
    }

    Connections {
        function onChanged() { setControls(); }
        function onInChanged() { updateSimpleKeyframes(); }
        function onOutChanged() { updateSimpleKeyframes(); }
        function onAnimateInChanged() { updateSimpleKeyframes(); }
        function onAnimateOutChanged() { updateSimpleKeyframes(); }
        function onPropertyChanged(name) { setControls(); }

        target: filter
    }

    Connections {
        function onPositionChanged() { setControls(); }

        target: producer
    }
}
